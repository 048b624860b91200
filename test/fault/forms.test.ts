import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../services/calendar/calendar.ts'
import { writingOn } from '../../services/calendar/writing.ts'
import { formDigest, formsOn, type SentForm } from '../../services/forms/forms.ts'
import { RevisionConflict, StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { FORMS, formStream } from '../../shared/facts/form.ts'
import { epochMs, streamName, userId } from '../../shared/kernel/brands.ts'
import { msOfIso, plusMs } from '../../shared/kernel/time/calculate.ts'
import { FORM_KEY_MS } from '../../shared/limits/desk.ts'
import { fair, personAt } from '../support/calendar.ts'
import { everyLog } from '../support/every-log.ts'
import { failAt } from '../support/fail-at.ts'
import { memoryLog } from '../support/memory-log.ts'

const sent: SentForm = {
  ...{ user: userId(2), form: 'POST /manage/events/new', part: '' },
  key: 'AAAAAAAAAAAAAAAAAAAAAA',
}
const now = msOfIso(personAt(0).at)

/** A process that is sent the form; its number of the event. */
const sendTo = async (store: EventStore, title = 'Fair', form = sent): Promise<number> => {
  const writing = writingOn(store)
  const forms = formsOn(writing)
  const context = personAt(0)
  const { things } = await forms.take(form, 'event', context)
  const id = things[0]?.id ?? 0
  const values = { ...fair(), title }
  const done = await calendarOn(writing).event.create({ id, values }, context)
  if (!done.ok && !(await forms.wasEver('event', id))) throw new Error(done.refusal.code)
  return id
}

const eventsIn = async (store: EventStore): Promise<readonly string[]> => {
  const made: string[] = []
  for await (const { records, live } of store.follow(null, ['event-'], new AbortController().signal)) {
    made.push(...records.flatMap(({ type, stream }) => (type === 'EventCreated' ? [stream] : [])))
    if (live) break
  }
  return made
}

describe.each(everyLog)('00 §5 a form that makes something, on %s', (_, open) => {
  const withLog = async (work: (store: EventStore) => Promise<void>) => {
    const { store, end } = await open()
    await work(store).finally(end)
  }

  it('makes one thing, whatever is in it the second time, also when that was purged', () =>
    withLog(async store => {
      const id = await sendTo(store)
      expect(await sendTo(store, 'Market')).toBe(id)
      expect(await eventsIn(store)).toEqual([`event-${id}`])
      await calendarOn(writingOn(store)).event.purge(id, personAt(1))
      const forms = formsOn(writingOn(store))
      expect((await forms.made(sent, 'event', now))?.things).toEqual([{ id }])
      expect(await forms.wasEver('event', id)).toBe(true)
    }))

  it('makes one thing of eight that come at the same time, in as many processes', () =>
    withLog(async store => {
      const titles = ['Fair', 'Fair', 'Fair', 'Fair', 'Market', 'Concert', 'Play', 'Sale']
      const ids = await Promise.all(titles.map(title => sendTo(store, title)))
      expect(new Set(ids).size).toBe(1)
      expect(await eventsIn(store)).toEqual([`event-${ids[0] ?? 0}`])
    }))

  it('makes another one for somebody else, of another form and of another key', () =>
    withLog(async store => {
      const others = [
        { ...sent, user: userId(3) },
        { ...sent, form: 'POST /manage/venues/new' },
        { ...sent, key: 'BBBBBBBBBBBBBBBBBBBBBB' },
        { ...sent, part: 'other' },
      ]
      const ids = [await sendTo(store)]
      for (const other of others) ids.push(await sendTo(store, 'Fair', other))
      expect(new Set(ids).size).toBe(5)
      expect(await eventsIn(store)).toHaveLength(5)
    }))
})

describe('what a form takes', () => {
  const forms = () => {
    const store = memoryLog()
    return { store, ...formsOn(writingOn(store)) }
  }

  it('is nothing any more after a day, also where the log was not told that it expires', async () => {
    const { store, take, made } = forms()
    const deaf = formsOn(writingOn({ ...store, expireAfter: async () => undefined }))
    const first = await deaf.take(sent, 'event', personAt(0))
    const id = first.things[0]?.id ?? 0
    await calendarOn(writingOn(store)).event.create({ id, values: fair() }, personAt(0))
    const hours = (ms: number) => plusMs(epochMs(now), ms)
    expect((await made(sent, 'event', hours(FORM_KEY_MS - 1)))?.things).toEqual([{ id }])
    expect(await made(sent, 'event', hours(FORM_KEY_MS))).toBeNull()
    const later = await take(sent, 'event', personAt(FORM_KEY_MS / 1_000))
    expect(later.things[0]?.id).not.toBe(id)
  })

  it('expires in the log, which says nothing of who sent what', async () => {
    const { store, take } = forms()
    const told: (readonly [string, number])[] = []
    const watched = formsOn(
      writingOn({
        ...store,
        expireAfter: async (stream, seconds) => void told.push([stream, seconds]),
      }),
    )
    await watched.take(sent, 'event', personAt(0))
    expect(told).toEqual([[formStream(formDigest(sent)), FORM_KEY_MS / 1_000]])
    expect(formDigest(sent)).toMatch(/^[0-9a-f]{40}$/)
    expect(FORMS).toBe('form-')
    expect((await take(sent, 'event', personAt(1))).correlation).toBe(personAt(0).correlation)
  })

  it('of several days stays once one of them is made; before, other days may be asked for', async () => {
    const { store, take } = forms()
    const one = await take(sent, 'event', personAt(0), ['2027-03-01', '2027-03-08'])
    const two = await take(sent, 'event', personAt(1), ['2027-03-08', '2027-03-15'])
    // somebody may be making that day just now
    expect(two.things[0]).toEqual(one.things[1])
    const id = two.things[1]?.id ?? 0
    await calendarOn(writingOn(store)).event.create({ id, values: fair() }, personAt(1))
    expect((await take(sent, 'event', personAt(2), ['2027-03-22'])).things).toEqual(two.things)
    expect((await take(sent, 'event', personAt(2))).things).toEqual(two.things)
  })
})

const unlessDown = (error: unknown) => {
  if (!(error instanceof StoreUnavailable) && !(error instanceof RevisionConflict)) throw error
}

describe.each(['before', 'after'] as const)('00 §5 an outage %s each call of the log in turn', when => {
  it('leaves a form that is sent again with one event', async () => {
    for (let n = 1; ; n++) {
      const log = memoryLog()
      const { store, fired } = failAt(log, n, when)
      await sendTo(store).catch(unlessDown)
      const id = await sendTo(log)
      expect(await eventsIn(log)).toEqual([`event-${id}`])
      expect((await log.read(streamName(`event-${id}`))).length).toBe(1)
      if (!fired()) break
    }
  })
})
