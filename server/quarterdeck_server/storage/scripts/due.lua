-- Which matches have a deadline that has passed.
-- KEYS  the deadlines of shards
-- ARGV  the time, how many of each shard at most
-- Gives matches and their deadlines in turn, those of each shard with the earliest first.

local due = {}
for _, key in ipairs(KEYS) do
  for _, each in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])) do
    due[#due + 1] = each
  end
end
return due
