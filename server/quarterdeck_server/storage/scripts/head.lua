-- Where logs end.
-- KEYS  for each match: its log, where it ends
-- Gives for each match epoch, version and digest of its newest entry, or false if it has none.

local ends = {}
for at = 1, #KEYS, 2 do
  local version = redis.pcall('XLEN', KEYS[at])
  if type(version) == 'table' then  -- a packed log says so itself
    local epoch, length, digest = string.match(redis.call('GETRANGE', KEYS[at], 0, 255), '^%d+ (%d+) (%d+) (%x*) ')
    if not epoch then
      return version
    end
    ends[#ends + 1] = {epoch, length, digest}
  elseif version == 0 then
    ends[#ends + 1] = false
  else
    local head = redis.call('HMGET', KEYS[at + 1], 'epoch', 'version', 'digest')
    local digest = tonumber(head[2]) == version and head[3] or ''
    ends[#ends + 1] = {head[1] or '0', version, digest}
  end
end
return ends
