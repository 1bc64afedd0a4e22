-- One commit: every document has the revision that was seen, or nothing changes.
-- KEYS  all documents, then all indexes
-- ARGV  how many documents; for each: seen, what becomes of it (put, drop or stay), kept, seconds (0 for ever);
--       how many moves in indexes; for each: the index's number among KEYS, what (place, out, add or sweep), member, number;
--       whether something is told (1 or 0), the channel, what is told, how (PUBLISH, or SPUBLISH in a cluster)
-- Gives 1, or nil if a document is not as it was seen.

local documents = tonumber(ARGV[1])
for document = 1, documents do
  local stored = redis.call('GET', KEYS[document])
  local revision = stored and string.match(stored, '^%d+') or '0'
  if revision ~= ARGV[4 * document - 2] then
    return false
  end
end

for document = 1, documents do
  local becomes, kept, seconds = ARGV[4 * document - 1], ARGV[4 * document], ARGV[4 * document + 1]
  if becomes == 'drop' then
    redis.call('DEL', KEYS[document])
  elseif becomes == 'put' then
    local document_now = string.format('%.0f ', tonumber(ARGV[4 * document - 2]) + 1) .. kept
    if seconds == '0' then
      redis.call('SET', KEYS[document], document_now)
    else
      redis.call('SET', KEYS[document], document_now, 'EX', seconds)
    end
  end
end

local at = 4 * documents + 2
local moves = tonumber(ARGV[at])
for _ = 1, moves do
  local index, what, member, number = KEYS[tonumber(ARGV[at + 1])], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  if what == 'place' then
    redis.call('ZADD', index, number, member)
  elseif what == 'out' then
    redis.call('ZREM', index, member)
  elseif what == 'add' then
    redis.call('ZINCRBY', index, number, member)
  else
    redis.call('ZREMRANGEBYSCORE', index, '-inf', '(' .. number)
  end
  at = at + 4
end

if ARGV[at + 1] == '1' then
  redis.call(ARGV[at + 4], ARGV[at + 2], ARGV[at + 3])
end
return 1
