-- Acknowledges an entry and delivers another one: one that a consumer had for too long, or one that this consumer has,
-- or the next one of the group. A second run delivers the entry of the first run again. An entry that was removed while
-- a consumer had it comes without fields. The ids have no gaps, so they tell how many entries were removed before the
-- group got them. The group gets the next one when the caller knows that.
--
-- The answer is the position of the group, how many entries were removed, the number of the oldest one, and, when there
-- is an entry, its id, its fields and how often it was delivered.
--
-- After a failover another entry can have the id of an entry that was lost, and it must not be taken for that one.
--
-- KEYS: the stream. ARGV: the group, the consumer, the milliseconds of Claim, the position of a new group or an empty
-- text, the id and the token of the entry to acknowledge, the number of the oldest entry that the caller knows, the
-- milliseconds that a new stream stays, 1 to acknowledge alone.
local key, group, consumer = KEYS[1], ARGV[1], ARGV[2]
local function number(id) return tonumber(string.match(id, '^%d+')) end
local function id(number) return string.format('%.0f-0', number) end
local oldest = redis.call('XRANGE', key, '-', '+', 'COUNT', 1)[1]
oldest = oldest and number(oldest[1]) or 1
local at
repeat
  for _, about in ipairs(redis.call('EXISTS', key) == 1 and redis.call('XINFO', 'GROUPS', key) or {}) do
    if about[2] == group then
      at = about[8] -- last-delivered-id
    end
  end
  if not at then
    redis.call('XGROUP', 'CREATE', key, group, ARGV[4] ~= '' and ARGV[4] or id(oldest - 1), 'MKSTREAM')
    redis.call('PEXPIRE', key, ARGV[8])
  end
until at
if ARGV[5] ~= '' then
  local entry = redis.call('XRANGE', key, ARGV[5], ARGV[5])[1]
  if not entry or entry[2][2] == ARGV[6] then
    redis.call('XACK', key, group, ARGV[5])
  end
end
if ARGV[9] == '1' then
  return {at, 0, 0}
end
for _, late in ipairs(redis.call('XPENDING', key, group, 'IDLE', ARGV[3], '-', '+', 16)) do
  if #redis.call('XRANGE', key, late[1], late[1]) == 0 then
    return {at, 0, 0, late[1], {}, late[4]}
  end
  redis.call('XCLAIM', key, group, consumer, ARGV[3], late[1], 'JUSTID')
end
local had = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', 1, 'STREAMS', key, '0')
had = had and had[1][2][1]
if had then
  return {at, 0, 0, had[1], had[2] or {}, redis.call('XPENDING', key, group, had[1], had[1], 1)[1][4]}
end
local told = tonumber(ARGV[7])
if told > number(at) + 1 and told <= oldest then
  at = id(told - 1)
  redis.call('XGROUP', 'SETID', key, group, at)
end
if oldest > number(at) + 1 then
  return {at, oldest - number(at) - 1, oldest}
end
local new = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', 1, 'STREAMS', key, '>')
if new then
  return {at, 0, 0, new[1][2][1][1], new[1][2][1][2], 1}
end
return {at, 0, 0}
