-- Saves the state of a watch and adds entries to the stream, all or nothing: a full Redis refuses the first write of a
-- script and no later one. The answer is 0 when the token is not the newest, or when a failover lost a save. A second
-- run does nothing. The ids of the entries are 1-0, 2-0, 3-0 and so on.
--
-- KEYS: the watch, the stream. ARGV: the token, the number of the save, the state, the least length of the stream, and
-- four texts for each entry.
local has = redis.call('HMGET', KEYS[1], 'token', 'saves')
local saves = tonumber(has[2] or 0)
if has[1] ~= ARGV[1] or saves ~= ARGV[2] - 1 then
  return has[1] == ARGV[1] and saves == tonumber(ARGV[2]) and 1 or 0
end
local id = 0
if #ARGV > 4 and redis.call('EXISTS', KEYS[2]) == 1 then
  id = tonumber(string.match(redis.call('XINFO', 'STREAM', KEYS[2])[8], '^%d+')) -- last-generated-id
end
for i = 5, #ARGV, 4 do
  id = id + 1
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[4], string.format('%.0f-0', id), 'token', ARGV[1],
    'row', ARGV[i], 'kind', ARGV[i + 1], 'before', ARGV[i + 2], 'after', ARGV[i + 3])
end
redis.call('HSET', KEYS[1], 'saves', ARGV[2], 'state', ARGV[3])
return 1
