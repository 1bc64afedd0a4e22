-- The epoch of a match whose log has another history than somebody knows is raised, unless somebody else was first.
-- KEYS  the match's log, the channels of those that follow it, where the log ends
-- ARGV  match, the epoch, version and digest of the newest entry that is known, how the channels are told (PUBLISH, or
--       SPUBLISH in a cluster)
-- Gives 1 if it was raised, 2 if the log has to be unpacked first, or nil.

if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return 2
end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not newest then
  return false
end

local stored, known = tonumber(redis.call('HGET', KEYS[3], 'epoch') or 0), tonumber(ARGV[2])
if stored > known then
  return false
end
local same = redis.call('XRANGE', KEYS[1], ARGV[3] .. '-0', ARGV[3] .. '-0')[1]
if stored == known and same and (same[2][6] or '') == ARGV[4] then
  return false
end

local epoch, version = string.format('%.0f', known + 1), string.match(newest[1], '^%d+')
local fields = newest[2]
redis.call('HSET', KEYS[3], 'epoch', epoch, 'version', version, 'at', fields[4], 'digest', fields[6] or '')
local kept = redis.call('TTL', KEYS[1])
if kept > 0 then
  redis.call('EXPIRE', KEYS[3], kept)
end

local message = table.concat({ARGV[1], epoch, version, fields[4], fields[6] or '', fields[2]}, ' ')
for _, channel in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  redis.call(ARGV[5], channel, message)
end
return 1
