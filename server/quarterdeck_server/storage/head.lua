-- Where a log ends.
-- KEYS  the match's log, where it ends
-- Gives epoch, version and digest of its newest entry, or nil if it has none.

local version = redis.call('XLEN', KEYS[1])
if version == 0 then
  return false
end
local head = redis.call('HMGET', KEYS[2], 'epoch', 'version', 'digest')
local digest = tonumber(head[2]) == version and head[3] or ''
return {head[1] or '0', version, digest}
