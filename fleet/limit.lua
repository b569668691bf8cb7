-- Books permits, or begins a pause, in one step. It answers how long to wait for the first permit, how far all pauses
-- have moved permits, and how many permits it booked. All times are whole microseconds of the clock of Redis, for which
-- a double is exact. Numbers travel as doubles, because Redis takes longer to read and to write decimal ones.
--
-- The key holds when the next permit is due, how far pauses have moved permits, and when the last pause ends.
local due, shift, ends = 0, 0, 0
local state = redis.call('GET', KEYS[1])
if state then
  due, shift, ends = struct.unpack('<ddd', state)
end
local most, wanted, interval, early, pause = struct.unpack('<ddddd', ARGV[1])
local now = tonumber(ARGV[2]) -- of a test
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local day, kept = 86400000000, due
-- A pause that reaches beyond the last one moves all permits that are not used yet, so that they keep their order.
local more = now + pause - math.max(ends, now)
if more > 0 then
  ends, shift = now + pause, shift + more
  due = math.max(due + more, ends + early)
end
due = math.max(due, now)
local wait = due - early - now
if wait > most then
  wanted = 0
elseif wanted > 1 then
  -- Beyond the first permit, only those of the next second: their calls may not want to wait for longer.
  wanted = math.min(wanted, 1 + math.max(0, math.floor((math.min(most, 1000000) - wait) / interval)))
end
if wanted > 0 or more > 0 then
  due = due + wanted * interval
  state = struct.pack('<ddd', due, shift, ends)
  if math.floor(kept / day) == math.floor(due / day) then
    redis.call('SET', KEYS[1], state, 'KEEPTTL') -- takes less time
  else
    redis.call('SET', KEYS[1], state, 'EX', 604800)
  end
end
return struct.pack('<ddd', wait, shift, wanted)
