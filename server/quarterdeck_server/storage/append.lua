-- One accepted action: the entry, its deadline and the ringing of everybody else, all of it or none.
-- KEYS  the match's log, the channels of those that follow it, the deadlines of its shard
-- ARGV  match, version, entry, until (ms or empty), limit (ms or empty), over (1 or 0), the writer's own channel,
--       how many seconds the log is kept once the match is over
-- Gives the time in ms at which it was written, or nil if the version is not the next one.

if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) - 1 then
  return false
end

-- Lua's numbers are doubles: %.0f keeps milliseconds from being written as 1.78e+12.
local time = redis.call('TIME')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
local stamp = string.format('%.0f', at)
redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'entry', ARGV[3], 'at', stamp)

local due = tonumber(ARGV[4])
local limit = tonumber(ARGV[5])
if limit and not (due and due < at + limit) then
  due = at + limit
end

if ARGV[6] == '1' then
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[8])
elseif due then
  redis.call('ZADD', KEYS[3], string.format('%.0f', due), ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end

local message
for _, channel in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  if channel ~= ARGV[7] then
    message = message or (ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. stamp .. ' ' .. ARGV[3])
    redis.call('PUBLISH', channel, message)
  end
end

return at
