import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { claimsOn } from '../../../services/calendar/claims.ts'
import { holdersOf } from '../../../services/calendar/claim-stream.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

const counted = (store: EventStore) => {
  const calls = { count: 0 }
  const counting: EventStore = {
    ...store,
    append: (...given) => {
      calls.count++
      return store.append(...given)
    },
    read: (...given) => {
      calls.count++
      return store.read(...given)
    },
  }
  return { store: counting, calls }
}

const context = personAt()
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const fairs = (from: number, to: number) => range(from, to).map(n => (n === 1 ? 'fair' : `fair-${n}`))

describe('slug claims', () => {
  it('numbers equal slugs from -2 on', async () => {
    const { claimSlug } = claimsOn(memoryLog())
    const slugs: string[] = []
    for (const owner of range(1, 4)) slugs.push(await claimSlug('event', 'fair', owner, context))
    expect(slugs).toEqual(['fair', 'fair-2', 'fair-3', 'fair-4'])
  })

  it('keeps the kinds apart', async () => {
    const { claimSlug } = claimsOn(memoryLog())
    expect(await claimSlug('event', 'fair', 1, context)).toBe('fair')
    expect(await claimSlug('venue', 'fair', 2, context)).toBe('fair')
  })

  it('answers the same owner with the same slug', async () => {
    const { claimSlug } = claimsOn(memoryLog())
    await claimSlug('event', 'fair', 1, context)
    await claimSlug('event', 'fair', 2, context)
    expect(await claimSlug('event', 'fair', 1, context)).toBe('fair')
  })

  it('gives parallel callers of several processes different slugs', async () => {
    const store = memoryLog()
    const processes = [claimsOn(store), claimsOn(store), claimsOn(store)]
    const slugs = await Promise.all(
      processes.flatMap(({ claimSlug }, process) =>
        range(1, 20).map(n => claimSlug('event', 'fair', process * 100 + n, context)),
      ),
    )
    expect(new Set(slugs).size).toBe(60)
    for (const slug of slugs) expect(slug).toMatch(/^fair(-\d+)?$/)
    for (const slug of slugs)
      expect((await holdersOf(store, slugStream('event', slug))).holders).toHaveLength(1)
  })

  it('claims 10,000 equal slugs at a constant number of store calls each', async () => {
    const { store, calls } = counted(memoryLog())
    const { claimSlug } = claimsOn(store)
    let most = 0
    for (const owner of range(1, 10_000)) {
      calls.count = 0
      await claimSlug('event', 'fair', owner, context)
      most = Math.max(most, calls.count)
    }
    expect(most).toBeLessThanOrEqual(3)
    calls.count = 0
    expect(await claimsOn(store).claimSlug('event', 'fair', 10_001, context)).toBe('fair-10001')
    expect(calls.count).toBeLessThanOrEqual(40)
  })

  it('takes 10,000 equal slugs at once', async () => {
    const { store, calls } = counted(memoryLog())
    const { claimSlug } = claimsOn(store)
    const slugs = await Promise.all(range(1, 10_000).map(owner => claimSlug('event', 'fair', owner, context)))
    expect(new Set(slugs)).toEqual(new Set(fairs(1, 10_000)))
    expect(calls.count).toBeLessThanOrEqual(30_000)
  })

  it('hands out a number that was given back before a new one', async () => {
    const claims = claimsOn(memoryLog())
    for (const owner of range(1, 5)) await claims.claimSlug('event', 'fair', owner, context)
    const held = await claims.held(slugStream('event', 'fair-3'), 3)
    if (held === null) throw new Error('3 holds fair-3')
    await claims.release(held, context)
    expect(await claims.claimSlug('event', 'fair', 6, context)).toBe('fair-3')
    expect(await claims.claimSlug('event', 'fair', 7, context)).toBe('fair-6')
  })

  it('sees the plain slug given back by another process', async () => {
    const store = memoryLog()
    const [one, other] = [claimsOn(store), claimsOn(store)]
    await one.claimSlug('event', 'fair', 1, context)
    const held = await other.held(slugStream('event', 'fair'), 1)
    if (held === null) throw new Error('1 holds fair')
    await other.release(held, context)
    expect(await one.claimSlug('event', 'fair', 2, context)).toBe('fair')
  })

  it('does not give back what was claimed anew since', async () => {
    const claims = claimsOn(memoryLog())
    await claims.claimSlug('event', 'fair', 1, context)
    const held = await claims.held(slugStream('event', 'fair'), 1)
    if (held === null) throw new Error('1 holds fair')
    await claims.claimSlug('event', 'fair', 1, context)
    await claims.release(held, context)
    expect(await claims.held(slugStream('event', 'fair'), 1)).not.toBeNull()
  })
})

describe('02 §5: a claim whose event never came', () => {
  it('counts for 60 s and may be taken over then', async () => {
    const store = memoryLog()
    const { claimSlug } = claimsOn(store)
    await claimSlug('event', 'fair', 900, personAt(0))
    const writing = writingOn(store)
    const early = await calendarOn(writing).event.create({ values: fair() }, personAt(60))
    expect(early).toMatchObject({ ok: true, values: { slug: 'fair-2' } })
    const late = await calendarOn(writing).event.create({ values: fair() }, personAt(61))
    expect(late).toMatchObject({ ok: true, values: { slug: 'fair' } })
    expect((await holdersOf(store, slugStream('event', 'fair'))).holders).toMatchObject([{ owner: 2 }])
  })

  it('is not taken from an event that has the slug', async () => {
    const writing = writingOn(memoryLog())
    await calendarOn(writing).event.create({ values: fair() }, personAt(0))
    const later = await calendarOn(writing).event.create({ values: fair() }, personAt(3600))
    expect(later).toMatchObject({ ok: true, values: { slug: 'fair-2' } })
  })

  it('is taken from an event that has another slug by now', async () => {
    const store = memoryLog()
    const writing = writingOn(store)
    await calendarOn(writing).event.create({ id: 5, values: fair({ title: 'Old' }) }, personAt(0))
    await claimsOn(store).claimSlug('event', 'fair', 5, personAt(0))
    expect(await calendarOn(writing).event.create({ values: fair() }, personAt(100))).toMatchObject({
      values: { slug: 'fair' },
    })
  })
})

describe('identity claims', () => {
  it('name the owner of a taken identity', async () => {
    const { claimIdentity } = claimsOn(memoryLog())
    expect(await claimIdentity('event', 'feed/uid-1', 7, context)).toEqual({ owner: 7, mine: true })
    expect(await claimIdentity('event', 'feed/uid-1', 8, context)).toEqual({ owner: 7, mine: false })
    expect(await claimIdentity('event', 'feed/uid-2', 8, context)).toEqual({ owner: 8, mine: true })
  })

  it('give a purged event a new id', async () => {
    const store = memoryLog()
    const { claimIdentity } = claimsOn(store)
    const writing = writingOn(store)
    await claimIdentity('event', 'feed/uid-1', 7, personAt(0))
    await calendarOn(writing).event.create({ id: 7, values: fair() }, personAt(0))
    expect(await claimIdentity('event', 'feed/uid-1', 8, personAt(100))).toEqual({ owner: 7, mine: false })
    await store.deleteStream(streamName('event-7'))
    expect(await claimIdentity('event', 'feed/uid-1', 8, personAt(100))).toEqual({ owner: 8, mine: true })
  })
})

describe('02-28 trash and slugs', () => {
  it('frees the slug at once and restores with a suffix when it was taken', async () => {
    const writing = writingOn(memoryLog())
    await calendarOn(writing).event.create({ values: fair() }, context)
    expect(await calendarOn(writing).event.trash(1, 'deleted', context)).toMatchObject({
      values: { status: 'trash', slug: 'fair__trashed' },
    })
    expect(await calendarOn(writing).event.create({ values: fair() }, context)).toMatchObject({
      values: { slug: 'fair' },
    })
    expect(await calendarOn(writing).event.change(1, { status: 'publish' }, context)).toMatchObject({
      values: { status: 'publish', slug: 'fair-2' },
    })
  })

  it('02-42 restores without a suffix when the slug is still free', async () => {
    const writing = writingOn(memoryLog())
    await calendarOn(writing).event.create({ values: fair() }, context)
    await calendarOn(writing).event.trash(1, 'deleted', context)
    expect(await calendarOn(writing).event.change(1, { title: 'T' }, context)).toEqual({
      ok: false,
      refusal: { code: 'event-is-in-trash' },
    })
    expect(await calendarOn(writing).event.change(1, { status: 'draft' }, context)).toMatchObject({
      ok: true,
      values: { status: 'draft', slug: 'fair' },
    })
  })
})
