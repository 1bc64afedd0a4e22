-- One change of a table, if it is the next one; told to every process.
-- KEYS  the table, the index of listed tables, the index of unlisted ones
-- ARGV  table, changed, kept, gone (1 or 0), the writer's process id, the lobby's channel, how many seconds it is kept,
--       the index that it stands in from now on (listed, unlisted, or over: none)
-- Gives 1, or nil if somebody else has changed the table.

local stored = redis.call('HGET', KEYS[1], 'changed')
if tonumber(ARGV[2]) ~= (stored and tonumber(stored) or 0) + 1 then
  return false
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local index = ({listed = KEYS[2], unlisted = KEYS[3]})[ARGV[8]]
for _, each in ipairs({KEYS[2], KEYS[3]}) do
  redis.call('ZREM', each, ARGV[1])
  -- What has not been changed for that long has expired by itself: only its place in the index is left.
  redis.call('ZREMRANGEBYSCORE', each, '-inf', string.format('%.0f', now - ARGV[7] * 1000000))
end
if ARGV[4] == '1' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'changed', ARGV[2], 'kept', ARGV[3])
  redis.call('EXPIRE', KEYS[1], ARGV[7])
  if index then
    redis.call('ZADD', index, string.format('%.0f', now), ARGV[1])
  end
end

redis.call('PUBLISH', ARGV[6], ARGV[5] .. ' ' .. ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[4] .. ' ' .. ARGV[3])
return 1
