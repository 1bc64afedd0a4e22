-- The log of a match that has ended becomes one value in the place of the stream, if it is the log that was read.
-- KEYS  the match's log, where it ends, its snapshots
-- ARGV  the epoch, version and digest (or empty) with which the log ended when it was read, the packed log
-- Gives 1 if it is packed now; 0 if the match goes on or there is none; nil if the log ends otherwise.

local kept = redis.call('PTTL', KEYS[1])
if kept <= 0 then
  return 0
end
if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return 1
end

local head = redis.call('HMGET', KEYS[2], 'epoch', 'version', 'digest')
local version = string.format('%.0f', redis.call('XLEN', KEYS[1]))
local digest = head[2] == version and head[3] or ''
if version ~= ARGV[2] or (head[1] or '0') ~= ARGV[1] or (digest ~= ARGV[3] and digest ~= '' and ARGV[3] ~= '') then
  return false
end

redis.call('SET', KEYS[1], ARGV[4], 'PX', kept)
redis.call('DEL', KEYS[2], KEYS[3])
return 1
