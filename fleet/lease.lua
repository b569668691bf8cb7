-- Takes or renews a lease, and answers the token, or 0 and the milliseconds until the lease of another ends.
--
-- KEYS: the lease, the watch, the stream. ARGV: the owner, the milliseconds of the lease, how long the other keys stay.
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then
  return {0, redis.call('PTTL', KEYS[1])}
end
local last = redis.call('HMGET', KEYS[2], 'owner', 'token')
local token = last[2]
if last[1] ~= ARGV[1] then
  local now = redis.call('TIME')
  token = string.format('%.0f', math.max((token or 0) + 1, now[1] * 1000000 + now[2]))
  redis.call('HSET', KEYS[2], 'owner', ARGV[1], 'token', token)
end
if owner then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('PEXPIRE', KEYS[3], ARGV[3])
return {tonumber(token), 0}
