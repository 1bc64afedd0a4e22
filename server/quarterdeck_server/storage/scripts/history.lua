-- What follows a version of a log, and in which history it stands, in one moment.
-- KEYS  the match's log, where it ends
-- ARGV  after which version, how many entries at most
-- Gives the epoch and the entries; of a packed log all of it, packed.

if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return {'', redis.call('GET', KEYS[1])}
end
local epoch = redis.call('HGET', KEYS[2], 'epoch') or '0'
return {epoch, redis.call('XRANGE', KEYS[1], '(' .. ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])}
