-- The log of a match that is kept elsewhere leaves the store, if it is the log that was put there.
-- KEYS  the match's log, where it ends, its snapshots
-- ARGV  the epoch, version and digest (or empty) with which the log ended when it was read
-- Gives 1 if it is gone; 0 if the match goes on; nil if the log ends otherwise.

local kept = redis.call('PTTL', KEYS[1])
if kept == -2 then
  return 1
elseif kept == -1 then
  return 0
end

local epoch, version, digest
if redis.call('TYPE', KEYS[1]).ok == 'string' then
  epoch, version, digest = string.match(redis.call('GETRANGE', KEYS[1], 0, 255), '^%d+ (%d+) (%d+) (%x*) ')
else
  local head = redis.call('HMGET', KEYS[2], 'epoch', 'version', 'digest')
  epoch, version = head[1] or '0', string.format('%.0f', redis.call('XLEN', KEYS[1]))
  digest = head[2] == version and head[3] or ''
end
if version ~= ARGV[2] or epoch ~= ARGV[1] or (digest ~= ARGV[3] and digest ~= '' and ARGV[3] ~= '') then
  return false
end

redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
return 1
