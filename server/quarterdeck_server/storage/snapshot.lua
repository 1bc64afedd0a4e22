#!lua flags=no-writes
-- What some keys of one slot hold, and when each of them ends, in one moment.
-- KEYS  the keys
-- ARGV  a member, if the last key is a sorted set of which nothing else is wanted
-- Gives for each key its type, when it ends (ms since 1970; -1 never, -2 if it is not there) and what it holds; for the
-- member its number, or nil.

local holds = {
  string = function(key) return redis.call('GET', key) end,
  hash = function(key) return redis.call('HGETALL', key) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
  stream = function(key) return redis.call('XRANGE', key, '-', '+') end,
}

local found = {}
for number, key in ipairs(KEYS) do
  if ARGV[1] and number == #KEYS then
    found[number] = redis.call('ZSCORE', key, ARGV[1])
  else
    local kind = redis.call('TYPE', key).ok
    local read = holds[kind]
    found[number] = {kind, redis.call('PEXPIRETIME', key), read and read(key) or ''}
  end
end
return found
