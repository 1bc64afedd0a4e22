-- A packed log becomes a stream again, for somebody who has to change it: nothing but packing changes the value.
-- KEYS  the match's log, where it ends
-- ARGV  the packed log as it was read, the epoch, then entry, at and digest of each entry
-- Gives 1 if the log is a stream now, or nil if it is another value.

local kept = redis.call('PTTL', KEYS[1])
if redis.call('TYPE', KEYS[1]).ok ~= 'string' then
  return 1
end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return false
end

redis.call('DEL', KEYS[1])
local version = 0
local at, digest
for place = 3, #ARGV, 3 do
  version, at, digest = version + 1, ARGV[place + 1], ARGV[place + 2]
  redis.call('XADD', KEYS[1], string.format('%.0f-0', version), 'entry', ARGV[place], 'at', at, 'digest', digest)
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[2], 'version', string.format('%.0f', version), 'at', at, 'digest', digest)
if kept > 0 then
  redis.call('PEXPIRE', KEYS[1], kept)
  redis.call('PEXPIRE', KEYS[2], kept)
end
return 1
