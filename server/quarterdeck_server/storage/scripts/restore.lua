-- What the store has forgotten of a match is written back by somebody who remembers it, all of it or nothing.
-- KEYS  the match's log, the channels of those that follow it, where the log ends, the deadlines of its shard
-- ARGV  match, the epoch, version and digest (or empty) with which the log ended when it was read, the epoch of the
--       history that is remembered, when it is due (ms or empty), over (1 or 0), how many seconds the log is kept once the
--       match is over, how the channels are told (PUBLISH, or SPUBLISH in a cluster), then entry, at and digest of each
--       entry that follows
-- Gives 1, 2 if the log has to be unpacked first, or nil if it does not end like this any more.

if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return 2
end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version, digest = '0', ''
if newest then
  version, digest = string.match(newest[1], '^%d+'), newest[2][6] or ''
end
local epoch = redis.call('HGET', KEYS[3], 'epoch') or '0'
if epoch ~= ARGV[2] or version ~= ARGV[3] or (digest ~= ARGV[4] and digest ~= '' and ARGV[4] ~= '') then
  return false
end

local entry, at
for place = 10, #ARGV, 3 do
  entry, at, digest = ARGV[place], ARGV[place + 1], ARGV[place + 2]
  version = string.format('%.0f', tonumber(version) + 1)
  redis.call('XADD', KEYS[1], version .. '-0', 'entry', entry, 'at', at, 'digest', digest)
end
redis.call('HSET', KEYS[3], 'epoch', ARGV[5], 'version', version, 'at', at, 'digest', digest)

if ARGV[7] == '1' then
  redis.call('ZREM', KEYS[4], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[8])
  redis.call('EXPIRE', KEYS[3], ARGV[8])
elseif ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[4], ARGV[6], ARGV[1])
else
  redis.call('ZREM', KEYS[4], ARGV[1])
end

local message = table.concat({ARGV[1], ARGV[5], version, at, digest, entry}, ' ')
for _, channel in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  redis.call(ARGV[9], channel, message)
end
return 1
