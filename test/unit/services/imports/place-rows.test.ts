import { organizerId, venueId, userId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { cleanNow } from '../../../../shared/cleaning/texts.ts'
import { itemsAhead } from '../../../../services/imports/apply/items-ahead.ts'
import { cleanHere } from '../../../support/clean-here.ts'
import { organizer } from '../../../../services/calendar/organizer.ts'
import { venue } from '../../../../services/calendar/venue.ts'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { newVenueValues } from '../../../../services/calendar/values.ts'
import { load } from '../../../../services/handle.ts'
import { importContext } from '../../../../services/imports/apply/context.ts'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { organizerStream, organizerCodec } from '../../../../shared/facts/organizer.ts'
import { venueCodec, venueStream } from '../../../../shared/facts/venue.ts'
import type { ItemOutcome } from '../../../../shared/facts/import.ts'
import { eventIds, HOST, importWorld, NOW } from '../../../support/import-world.ts'
import { calendarApplier } from '../../../../workers/import-batch/apply-chunk.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const rows = (text: string): readonly RawItem[] => {
  const feed = parseCsv(Buffer.from(text), { dateOrder: 'MDY' })
  if (!feed.ok) throw new Error(feed.reason)
  return JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]
}

const person = { ...importContext('x', NOW), actor: userId(3), source: 'cal', correlation: 'r' } as const

const world = () => {
  const w = importWorld(memoryLog())
  let imports = 0
  const importing = (text: string, over: Parameters<typeof w.whole>[2] = {}) =>
    w.whole(`file${++imports}`, rows(text), { origin: 'csv', source: 'places.csv', ...over })
  const venueAt = async (id: number | null | undefined) =>
    (await load(w.store, venue, venueStream(venueId(id ?? 0)))).state
  const organizerAt = async (id: number | null | undefined) =>
    (await load(w.store, organizer, organizerStream(organizerId(id ?? 0)))).state
  const venueFacts = async (id: number | null | undefined) =>
    (await w.store.read(venueStream(venueId(id ?? 0)))).map(({ type, data }) => venueCodec.decode(type, data))
  return { ...w, importing, venueAt, organizerAt, venueFacts }
}

const said = (outcomes: readonly ItemOutcome[]) =>
  outcomes.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome} ${reason}`))

const VENUES = `Venue Name,Venue City,Venue Phone,Venue Description,Show Map
Hall,Troy,555,<b>Big</b><script>x</script>,no
Gym,Troy,,,yes
`

describe('05 §9 venue files', () => {
  it('rows become venues that readers see at once; ids of outcomes are theirs', async () => {
    const { importing, venueAt, venueFacts, store } = world()
    const outcomes = await importing(VENUES)
    expect(said(outcomes)).toEqual(['created', 'created'])
    const [hall, gym] = outcomes
    expect(hall?.touched).toEqual([['cal_venue', 'created', hall?.id]])
    expect((await venueAt(hall?.id))?.values).toMatchObject({
      name: 'Hall',
      city: 'Troy',
      phone: '555',
      description: '<b>Big</b>',
      showMap: false,
      status: 'publish',
    })
    expect((await venueAt(gym?.id))?.values).toMatchObject({ name: 'Gym', phone: '', showMap: true })
    const [created] = await venueFacts(hall?.id)
    expect(created).toHaveProperty('hiddenUntilLinked', false)
    expect(await eventIds(store)).toEqual([])
  })

  it('imported again nothing changes; what changes is changed, emptied cells clear, another city is another venue', async () => {
    const { importing, venueAt, venueFacts } = world()
    const [hall, gym] = await importing(VENUES)
    expect(said(await importing(VENUES))).toEqual(['unchanged', 'unchanged'])
    expect(await venueFacts(hall?.id)).toHaveLength(1)
    const changed = await importing(
      'Venue Name,Venue City,Venue Phone,Venue Description\n hALL ,Troy,556,\nGym,Albany,,\n',
    )
    expect(said(changed)).toEqual(['updated', 'created'])
    expect(changed[0]?.id).toBe(hall?.id)
    expect(changed[1]?.id).not.toBe(gym?.id)
    expect((await venueAt(hall?.id))?.values).toMatchObject({
      name: 'Hall',
      city: 'Troy',
      phone: '556',
      description: '',
      showMap: false,
    })
    expect((await venueFacts(hall?.id)).map(({ type }) => type)).toEqual([
      'VenueCreated',
      'VenueDescribed',
      'VenueContactChanged',
      'VenueOriginNoted',
    ])
  })

  it('an empty cell of the place says nothing about which place it is', async () => {
    const { importing, venueAt } = world()
    const [hall] = await importing(VENUES)
    const again = await importing('Venue Name,Venue City\nHall,\n')
    expect([again[0]?.id, again[0]?.outcome]).toEqual([hall?.id, 'unchanged'])
    expect((await venueAt(hall?.id))?.values.city).toBe('Troy')
  })

  it('one row twice: the later one counts; rows without name fail with their line', async () => {
    const { importing, venueAt } = world()
    const outcomes = await importing('Venue Name,Venue Zip,Venue Phone\nHall,1,a\n,2,b\nhall ,1,c\n')
    expect(said(outcomes)).toEqual(['duplicate', 'failed missing_title', 'created'])
    expect((await venueAt(outcomes[2]?.id))?.values.phone).toBe('c')
    expect(said(await importing('Venue Name\n\u00a0 \n'))).toEqual([])
    expect(said(await importing('Venue Name,Zip\n<i></i>,1\n'))).toEqual(['failed missing_title'])
  })

  it("of others' venues nothing is changed", async () => {
    const { importing, writing, venueAt } = world()
    const made = await calendarOn(writing).venue.create(
      { values: newVenueValues({ name: 'Hall', city: 'Troy', status: 'publish', author: userId(3) }) },
      person,
    )
    if (!made.ok) throw new Error('refused')
    const [row] = await importing('Venue Name,City,Phone\nHall,Troy,555\n')
    expect([row?.id, row?.outcome]).toEqual([made.id, 'unchanged'])
    expect((await venueAt(made.id))?.values.phone).toBe('')
  })

  it('authority, trash and new names of users count as for events', async () => {
    const { importing, writing, venueAt } = world()
    const [hall, gym] = await importing(VENUES)
    await calendarOn(writing).venue.change(hall?.id ?? 0, { name: 'Great Hall', phone: '9' }, person)
    await calendarOn(writing).venue.trash(gym?.id ?? 0, 'deleted', person)
    const retained = await importing(VENUES, { updateAuthority: 'retain' })
    expect(said(retained)).toEqual(['skipped retain', 'skipped retain'])
    const kept = await importing(VENUES, { updateAuthority: 'preserve_changes' })
    expect(said(kept)).toEqual(['unchanged', 'skipped in_trash'])
    expect((await venueAt(hall?.id))?.values).toMatchObject({ name: 'Great Hall', phone: '9' })
    const written = await importing(VENUES)
    expect(said(written)).toEqual(['updated', 'skipped in_trash'])
    expect((await venueAt(hall?.id))?.values).toMatchObject({ name: 'Great Hall', phone: '555' })
  })

  it('drafts are found again, and linked by events of the same source', async () => {
    const { importing, venueAt, values } = world()
    const draft = { postStatus: 'draft' } as const
    const [hall] = await importing(VENUES, draft)
    expect((await venueAt(hall?.id))?.values.status).toBe('draft')
    expect(said(await importing(VENUES, draft))).toEqual(['unchanged', 'unchanged'])
    const [fair] = await importing('Name,Start Date,Venue Name\nFair,2027-05-08,Hall\n', draft)
    expect((await values(fair?.id)).venues).toEqual([hall?.id])
  })

  it('what was done and not recorded is told as what it was', async () => {
    const w = world()
    const stopped = async (importId: string, text: string) => {
      const items = rows(text)
      await w.receive(importId, await w.register(importId, { source: 'places.csv' }), items)
      const chunks = calendarApplier(
        w.writing,
        async () => null,
        () => ({ zone: 'UTC', host: HOST }),
        () => NOW,
        itemsAhead({ store: w.store, clean: cleanHere }),
      )
      const { apply } = await chunks(importId, await w.run(importId), 0)
      for (const [n, item] of items.entries()) await apply(n + 1, item, cleanNow)
      await w.process(importId)
      return said(await w.outcomes(importId))
    }
    expect(await stopped('one', VENUES)).toEqual(['created', 'created'])
    expect(await stopped('two', VENUES.replace('555', '556'))).toEqual(['updated', 'unchanged'])
  })
})

describe('05 §9 organizer files', () => {
  it('rows become organizers; imported again, one changes', async () => {
    const { importing, organizerAt, store } = world()
    const file = (email: string) =>
      `Organizer Name,Email,Website\nPTA,${email},https://pta.example\nBand,b@x.example,\n`
    const [pta, band] = await importing(file('a@x.example'))
    expect((await organizerAt(pta?.id))?.values).toMatchObject({
      name: 'PTA',
      email: 'a@x.example',
      website: 'https://pta.example',
    })
    expect(pta?.touched).toEqual([['cal_organizer', 'created', pta?.id]])
    const again = await importing(file('c@x.example'))
    expect(again.map(({ id, outcome }) => [id, outcome])).toEqual([
      [pta?.id, 'updated'],
      [band?.id, 'unchanged'],
    ])
    const facts = (await store.read(organizerStream(organizerId(pta?.id ?? 0)))).map(({ type, data }) =>
      organizerCodec.decode(type, data),
    )
    expect(facts[1]).toMatchObject({
      type: 'OrganizerContactChanged',
      changes: { email: ['a@x.example', 'c@x.example'] },
    })
  })

  it('an address that is none is left away, with a warning', async () => {
    const { importing, organizerAt } = world()
    const [pta] = await importing('Organizer Name,Website\nPTA,javascript:alert(1)\n')
    expect(pta?.warnings).toEqual(['bad_url'])
    expect((await organizerAt(pta?.id))?.values.website).toBe('')
  })
})

describe('05 §9 lists of organizers and venues in one cell', () => {
  const events = (cells: string) => `Name;Start Date;Organizer Name\n${cells}`
  const organizersOf = async (w: ReturnType<typeof world>, outcomes: readonly ItemOutcome[]) =>
    Promise.all(
      outcomes.map(async ({ id }) =>
        Promise.all(
          (await w.values(id)).organizers.map(async one => (await w.organizerAt(one))?.values.name),
        ),
      ),
    )

  it('a cell whose parts do not all exist is one new name', async () => {
    const w = world()
    const outcomes = await w.importing(events('A;2027-05-01;Ann\nB;2027-05-02;Ann, Bob\n'))
    expect(await organizersOf(w, outcomes)).toEqual([['Ann'], ['Ann, Bob']])
  })

  it('is split when every part exists, also when they come from rows before it', async () => {
    const w = world()
    const outcomes = await w.importing(
      events('A;2027-05-01;Ann\nB;2027-05-02;Bob\nC;2027-05-03;Bob | ann\nD;2027-05-04;Bob\n'),
    )
    expect(await organizersOf(w, outcomes)).toEqual([['Ann'], ['Bob'], ['Bob', 'Ann'], ['Bob']])
    expect(said(await w.importing(events('C;2027-05-03;Bob | ann\n')))).toEqual(['unchanged'])
  })

  it('the whole cell counts first', async () => {
    const w = world()
    await w.importing('Organizer Name\nAnn\nBob\n"Ann, Bob"\n')
    const outcomes = await w.importing(events('C;2027-05-03;Ann, Bob\n'))
    expect(await organizersOf(w, outcomes)).toEqual([['Ann, Bob']])
  })

  it('venues are divided in the same way', async () => {
    const w = world()
    const made = await w.importing('Venue Name\nHall\nGym\n')
    const [fair] = await w.importing('Name;Start Date;Venue Name\nFair;2027-05-01;Gym, Hall\n')
    expect((await w.values(fair?.id)).venues).toEqual([made[1]?.id, made[0]?.id])
  })
})

it('05 §9 an empty member that venues do not have clears nothing', async () => {
  const { whole, venueFacts } = world()
  const row = (file: string) =>
    whole(file, [{ csv_row: 'venue', title: 'Hall', venue: { venue: 'Hall', email: '', phone: '' } }], {
      origin: 'csv',
      source: 'places.csv',
    })
  const [made] = await row('first')
  const [again] = await row('second')
  expect([made?.outcome, again?.outcome]).toEqual(['created', 'unchanged'])
  expect(await venueFacts(made?.id)).toHaveLength(1)
})
