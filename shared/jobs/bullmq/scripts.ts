/**
 * The ledger of jobs in Redis; every change of it is one script, so it is never seen half done. All keys start with
 * KEYS[1]. Times are milliseconds of Redis's own clock.
 *
 * - `:jobs` (hash): job id → `{name, group, payload, member, attempt, again}`
 * - `:ready:GROUP` (sorted set): when each job of the group is due; members start with a growing number, so that
 *   jobs due in the same millisecond keep their order
 * - `:turns` (hash): group → `{n, at, run, token}`, the one turn that may run a job of the group: its number, when it
 *   is due, and while it runs which job for whom
 * - `:due` (sorted set): groups by when their turn is due
 *
 * Scripts answer the turn that the group waits for now, as `[number, delay]` (number empty: none). Whoever called
 * has to see to it that the queue holds this turn; doing so twice is doing it once.
 */
const PRELUDE = `
local prefix = KEYS[1]
local jobs, turns, dues, numbers = prefix .. ':jobs', prefix .. ':turns', prefix .. ':due', prefix .. ':number'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function read(key, field)
  local text = redis.call('HGET', key, field)
  return text and cjson.decode(text) or nil
end
local function write(key, field, value)
  redis.call('HSET', key, field, cjson.encode(value))
end
-- Starts at the clock: numbers of an emptied Redis do not come back.
local function number()
  redis.call('SET', numbers, time[1] .. string.format('%06d', time[2]), 'NX')
  return string.format('%016.0f', redis.call('INCR', numbers))
end
local function ready(group) return prefix .. ':ready:' .. group end
local function idOf(member) return string.sub(member, 17) end
local function waiting(turn)
  if not turn then return '', 0 end
  return turn.n, math.max(0, turn.at - now)
end
local function place(id, job, at)
  job.member = number() .. id
  redis.call('ZADD', ready(job.group), at, job.member)
end
-- A new turn for whatever is left of the group; the one before is worth nothing from now on.
local function nextTurn(group, at)
  local turn = { n = number(), at = at }
  write(turns, group, turn)
  redis.call('ZADD', dues, at, group)
  return turn
end
local function noTurn(group)
  redis.call('HDEL', turns, group)
  redis.call('ZREM', dues, group)
end
`

/** ARGV: id, name, group, payload, delay. */
export const ENQUEUE = `${PRELUDE}
local id, name, group, payload, at = ARGV[1], ARGV[2], ARGV[3], ARGV[4], now + ARGV[5]
local job, turn = read(jobs, id), read(turns, group)
if not job then
  job = { name = name, group = group, payload = payload, attempt = 0 }
  place(id, job, at)
  write(jobs, id, job)
elseif turn and turn.run == id then
  job.again = math.min(at, job.again or at)
  write(jobs, id, job)
else
  local due = tonumber(redis.call('ZSCORE', ready(group), job.member))
  -- a wait between attempts is kept: asking more often must not use the attempts up
  if not due or (job.attempt == 0 and at < due) then redis.call('ZADD', ready(group), at, job.member)
  else at = due end
end
if not turn or (not turn.run and at < turn.at) then turn = nextTurn(group, at) end
return { waiting(turn) }
`

/** ARGV: group, turn, token, names of jobs with a handler as JSON, wait for others. */
export const TAKE = `${PRELUDE}
local group, n, token, wait = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[5])
local handled = {}
for _, name in ipairs(cjson.decode(ARGV[4])) do handled[name] = true end

local turn = read(turns, group)
if not turn or turn.n ~= n then return { waiting(turn) } end
-- the answer was lost with a connection
if turn.token == token then
  local job = read(jobs, turn.run)
  if job then return { '', 0, turn.run, job.name, job.payload, job.attempt } end
end

local function find()
  local from, page = 0, 100
  while true do
    local members = redis.call('ZRANGEBYSCORE', ready(group), '-inf', now, 'LIMIT', from, page)
    for _, member in ipairs(members) do
      local id = idOf(member)
      local job = read(jobs, id)
      if job and handled[job.name] then return id, job end
      if not job then redis.call('ZREM', ready(group), member) end
    end
    if #members < page then return nil end
    from = from + page
  end
end
local id, job = find()
if id then
  if job.again and job.again <= now then job.again = nil end
  job.attempt = job.attempt + 1
  write(jobs, id, job)
  turn.run, turn.token = id, token
  write(turns, group, turn)
  return { '', 0, id, job.name, job.payload, job.attempt }
end

local later = redis.call('ZRANGEBYSCORE', ready(group), '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
local at = tonumber(later[2] or now + wait)
if redis.call('ZCOUNT', ready(group), '-inf', now) > 0 then at = math.min(at, now + wait)
elseif not later[2] then
  noTurn(group)
  return { '', 0 }
end
return { waiting(nextTurn(group, at)) }
`

/** ARGV: group, turn, token, outcome (`done`, `retry`, `stopped`), wait before a retry. Third of the answer: whether it counted. */
export const SETTLE = `${PRELUDE}
local group, n, token, outcome = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local turn = read(turns, group)
if not turn or turn.n ~= n or turn.token ~= token then
  local nextN, delay = waiting(turn)
  return { nextN, delay, 0 }
end
local id = turn.run
local job = read(jobs, id)
if job and outcome == 'retry' then
  redis.call('ZADD', ready(group), now + ARGV[5], job.member)
elseif job and outcome == 'stopped' then
  job.attempt = job.attempt - 1
  write(jobs, id, job)
elseif job then
  redis.call('ZREM', ready(group), job.member)
  if job.again then
    local at = job.again
    job.again, job.attempt = nil, 0
    place(id, job, at)
    write(jobs, id, job)
  else redis.call('HDEL', jobs, id) end
end
local head = redis.call('ZRANGE', ready(group), 0, 0, 'WITHSCORES')
if not head[2] then
  noTurn(group)
  return { '', 0, 1 }
end
local nextN, delay = waiting(nextTurn(group, math.max(now, tonumber(head[2]))))
return { nextN, delay, 1 }
`

/** ARGV: a mark for a Redis that has none. Answers the mark it has. */
export const MARK = `
redis.call('SET', KEYS[1] .. ':mark', ARGV[1], 'NX')
return redis.call('GET', KEYS[1] .. ':mark')
`

/** ARGV: milliseconds, most. Groups and numbers of turns that are late by more than so many milliseconds, the latest first. */
export const LATE = `${PRELUDE}
local late = {}
for _, group in ipairs(redis.call('ZRANGEBYSCORE', dues, '-inf', now - ARGV[1], 'LIMIT', 0, ARGV[2])) do
  local turn = read(turns, group)
  if turn then table.insert(late, { group, turn.n }) else redis.call('ZREM', dues, group) end
end
return late
`
