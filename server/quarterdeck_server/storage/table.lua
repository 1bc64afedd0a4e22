-- One change of a table, if it is the next one; told to every process.
-- KEYS  the table, the index of all tables
-- ARGV  table, changed, kept, gone (1 or 0), the writer's process id, the lobby's channel, how many seconds it is kept
-- Gives 1, or nil if somebody else has changed the table.

local stored = redis.call('HGET', KEYS[1], 'changed')
if tonumber(ARGV[2]) ~= (stored and tonumber(stored) or 0) + 1 then
  return false
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if ARGV[4] == '1' then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[1], 'changed', ARGV[2], 'kept', ARGV[3])
  redis.call('EXPIRE', KEYS[1], ARGV[7])
  redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[1])
end

-- What has not been changed for that long has expired by itself: only its place in the index is left.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now - ARGV[7] * 1000000))

redis.call('PUBLISH', ARGV[6], ARGV[5] .. ' ' .. ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[4] .. ' ' .. ARGV[3])
return 1
