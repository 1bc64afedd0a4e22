-- Where a log ends.
-- KEYS  the match's log, where it ends
-- Gives epoch, version and digest of its newest entry, or nil if it has none.

local version = redis.pcall('XLEN', KEYS[1])
if type(version) == 'table' then  -- a packed log says so itself
  local epoch, length, digest = string.match(redis.call('GETRANGE', KEYS[1], 0, 255), '^%d+ (%d+) (%d+) (%x*) ')
  return epoch and {epoch, length, digest} or version
end
if version == 0 then
  return false
end
local head = redis.call('HMGET', KEYS[2], 'epoch', 'version', 'digest')
local digest = tonumber(head[2]) == version and head[3] or ''
return {head[1] or '0', version, digest}
