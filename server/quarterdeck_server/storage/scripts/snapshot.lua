#!lua flags=no-writes
-- What some keys of one slot hold, and when each of them ends, in one moment.
-- KEYS  the keys
-- ARGV  a member, if the last key is a sorted set of which nothing else is wanted
-- Gives for each key its type, when it ends (ms since 1970; -1 never, -2 if it is not there) and what it holds; for the
-- member its number, or nil.

local holds = {
  string = function(number) return redis.call('GET', KEYS[number]) end,
  hash = function(number) return redis.call('HGETALL', KEYS[number]) end,
  set = function(number) return redis.call('SMEMBERS', KEYS[number]) end,
  list = function(number) return redis.call('LRANGE', KEYS[number], 0, -1) end,
  zset = function(number) return redis.call('ZRANGE', KEYS[number], 0, -1, 'WITHSCORES') end,
  stream = function(number) return redis.call('XRANGE', KEYS[number], '-', '+') end,
}

local found = {}
for number = 1, #KEYS do
  if ARGV[1] and number == #KEYS then
    found[number] = redis.call('ZSCORE', KEYS[number], ARGV[1])
  else
    local kind = redis.call('TYPE', KEYS[number]).ok
    local read = holds[kind]
    found[number] = {kind, redis.call('PEXPIRETIME', KEYS[number]), read and read(number) or ''}
  end
end
return found
