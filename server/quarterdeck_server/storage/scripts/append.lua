-- One accepted action: the entry, its deadline and the ringing of everybody else, all of it or none.
-- KEYS  the match's log, the channels of those that follow it, where the log ends, the deadlines of its shard
-- ARGV  match, the epoch, version and digest (or empty) of what the writer takes for the newest entry, entry,
--       until (ms or empty), limit (ms or empty), over (1 or 0), the writer's own channel, how many seconds the log is
--       kept once the match is over, how the channels are told (PUBLISH, or SPUBLISH in a cluster)
-- Gives the time in ms at which it was written, or nil if the log does not end as the writer thinks.

local head = redis.call('HMGET', KEYS[3], 'epoch', 'version', 'at', 'digest')
local epoch, digest = head[1] or '0', head[4] or ''
local length = redis.pcall('XLEN', KEYS[1])
if type(length) == 'table' then
  -- Nothing is added to a match that has ended, whose log is packed.
  return not string.find(redis.call('GETRANGE', KEYS[1], 0, 255), '^%d+ %d+ %d+ %x* ') and length
end
local version = string.format('%.0f', length)
if head[2] ~= version then
  digest = ''  -- its newest entry was written by a server that knew of no digests
end
if version ~= ARGV[3] or epoch ~= ARGV[2] or (digest ~= ARGV[4] and digest ~= '' and ARGV[4] ~= '') then
  return false
end

-- Lua's numbers are doubles: %.0f keeps milliseconds from being written as 1.78e+12.
-- The clock of the machine that the store runs on now may be behind the one before: an entry is never older than the last.
local time = redis.call('TIME')
local at = math.max(time[1] * 1000 + math.floor(time[2] / 1000), tonumber(head[3] or 0))
local stamp = string.format('%.0f', at)
digest = redis.sha1hex(digest .. ' ' .. stamp .. ' ' .. ARGV[5])
version = string.format('%.0f', tonumber(ARGV[3]) + 1)
redis.call('XADD', KEYS[1], version .. '-0', 'entry', ARGV[5], 'at', stamp, 'digest', digest)
redis.call('HSET', KEYS[3], 'epoch', epoch, 'version', version, 'at', stamp, 'digest', digest)

local due = tonumber(ARGV[6])
local limit = tonumber(ARGV[7])
if limit and not (due and due < at + limit) then
  due = at + limit
end

if ARGV[8] == '1' then
  redis.call('ZREM', KEYS[4], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[10])
  redis.call('EXPIRE', KEYS[3], ARGV[10])
elseif due then
  redis.call('ZADD', KEYS[4], string.format('%.0f', due), ARGV[1])
else
  redis.call('ZREM', KEYS[4], ARGV[1])
end

local message
for _, channel in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  if channel ~= ARGV[9] then
    message = message or table.concat({ARGV[1], epoch, version, stamp, digest, ARGV[5]}, ' ')
    redis.call(ARGV[11], channel, message)
  end
end

return at
