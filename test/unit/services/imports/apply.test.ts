import { localTime, utcTime, termId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { personAt } from '../../../support/calendar.ts'
import { eventIds, fairItem } from '../../../support/import-world.ts'
import { world, termNames } from '../../../support/applied-items.ts'

describe('05 §6 update authority', () => {
  it('overwrite: present is written, present and empty clears, absent stays', async () => {
    const w = world()
    const full = {
      description: '<p>D</p>',
      excerpt: 'E',
      cost: '5',
      website: 'https://x.example/',
      featured: true,
      venue: { venue: 'Gym' },
      organizer: [{ organizer: 'PTA' }],
      categories: ['Fairs'],
      tags: 'one',
    }
    const [a] = await w.whole('run1', [fairItem(full)])
    await w.whole('run2', [fairItem()])
    expect(await w.values(a?.id)).toMatchObject({
      description: '<p>D</p>',
      cost: '5',
      featured: true,
      website: 'https://x.example/',
    })
    expect((await w.values(a?.id)).venues).toHaveLength(1)
    const [cleared] = await w.whole('run3', [
      fairItem({
        description: '',
        excerpt: null,
        cost: [],
        website: '',
        featured: '',
        venue: {},
        organizer: [{ organizer: '' }],
        categories: [],
        tags: null,
      }),
    ])
    expect(cleared?.outcome).toBe('updated')
    expect(await w.values(a?.id)).toMatchObject({
      description: '',
      excerpt: '',
      cost: '',
      website: '',
      featured: false,
      venues: [],
      organizers: [],
      categories: [],
      tags: [],
    })
  })

  it('preserve_changes: members a user changed stay theirs', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ description: 'old' })])
    await calendarOn(w.writing).event.change(
      Number(a?.id),
      { title: 'By hand', start: localTime('2027-05-08 09:00:00'), startUtc: utcTime('2027-05-08 13:00:00') },
      personAt(),
    )
    const [b] = await w.whole(
      'run2',
      [fairItem({ title: 'Feed', description: 'new', end_date: '2027-05-08 13:00:00' })],
      { updateAuthority: 'preserve_changes' },
    )
    expect(b?.outcome).toBe('updated')
    expect(await w.values(a?.id)).toMatchObject({
      title: 'By hand',
      start: '2027-05-08 09:00:00',
      end: '2027-05-08 12:00:00',
      description: 'new',
    })
    const [c] = await w.whole('run3', [fairItem({ title: 'Feed', description: 'new' })], {
      updateAuthority: 'preserve_changes',
    })
    expect(c?.outcome).toBe('unchanged')
  })

  it('05-13 retain: untouched, skipped; new ones are created', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem()])
    const outcomes = await w.whole(
      'run2',
      [fairItem({ title: 'X' }), fairItem({ uid: 'b', title: 'B' }), fairItem({ uid: 'c', title: 'C' })],
      { updateAuthority: 'retain' },
    )
    expect(outcomes.map(o => o.outcome)).toEqual(['skipped', 'created', 'created'])
    expect((await w.values(a?.id)).title).toBe('Book fair')
    expect((await w.run('run2')).status).toBe('success')
  })

  it('status is not changed by a re-import', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem()], { postStatus: 'draft' })
    await w.whole('run2', [fairItem({ title: 'New' })])
    expect(await w.values(a?.id)).toMatchObject({ status: 'draft', title: 'New' })
  })

  it('terms set by users stay, those set by the import follow the item; default category only at creation', async () => {
    const w = world()
    const [seed] = await w.whole('run0', [
      fairItem({ uid: 's', title: 'S', categories: ['Default', 'Mine'] }),
    ])
    const [defaultId = termId(0), mine = termId(0)] = (await w.values(seed?.id)).categories
    const [a] = await w.whole('run1', [fairItem({ categories: ['One', 'Two'], tags: ['t1'] })], {
      category: defaultId,
    })
    const id = Number(a?.id)
    expect(await termNames(w, (await w.values(id)).categories)).toEqual(['One', 'Two', 'Default'])
    await calendarOn(w.writing).event.change(
      id,
      { categories: [...(await w.values(id)).categories, mine] },
      personAt(),
    )
    await w.whole('run2', [fairItem({ categories: ['Two', 'Three'], tags: ['t2'] })])
    expect((await termNames(w, (await w.values(id)).categories)).toSorted()).toEqual([
      'Default',
      'Mine',
      'Three',
      'Two',
    ])
    expect(await termNames(w, (await w.values(id)).tags)).toEqual(['t2'])
    await calendarOn(w.writing).event.change(id, { categories: [mine] }, personAt())
    await w.whole('run3', [fairItem({ title: 'Again' })], { category: defaultId })
    expect((await w.values(id)).categories).toEqual([mine])
  })

  it('TENTATIVE is created as draft, CLASS PRIVATE and CONFIDENTIAL as private', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: '1', status: 'TENTATIVE' }),
      fairItem({ uid: '2', title: '2', class: 'PRIVATE' }),
      fairItem({ uid: '3', title: '3', class: 'confidential' }),
      fairItem({ uid: '4', title: '4', class: 'PUBLIC' }),
      fairItem({ uid: '5', title: '5', class: 'PRIVATE', status: 'tentative' }),
    ])
    const statuses = await Promise.all(outcomes.map(async o => (await w.values(o.id)).status))
    expect(statuses).toEqual(['draft', 'private', 'private', 'publish', 'draft'])
  })
})

describe('05 §7 items', () => {
  it('05-31 an item without title fails, the others are imported', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ title: ' ' }),
      fairItem({ uid: 'b' }),
      fairItem({ uid: 'c', title: 'C', start_date: 'soon' }),
    ])
    expect(outcomes.map(o => [o.outcome, o.reason])).toEqual([
      ['failed', 'missing_title'],
      ['created', null],
      ['failed', 'invalid_date'],
    ])
    expect((await w.run('run1')).status).toBe('success')
  })

  it('05-35 dangerous content is removed and the event still imported', async () => {
    const w = world()
    const [only] = await w.whole('run1', [
      fairItem({
        title: '<img src=x onerror=alert(1)>',
        description: '<p>Hi<script>alert(1)</script></p>',
        image: 'http://10.0.0.1/a.png',
        url: 'javascript:alert(1)',
      }),
    ])
    expect(only?.outcome).toBe('created')
    expect(only?.warnings).toEqual(['bad_url', 'image_not_fetched'])
    expect(await w.values(only?.id)).toMatchObject({
      title: '&lt;img src=x onerror=alert(1)&gt;',
      description: '<p>Hi</p>',
      website: null,
      image: null,
    })
  })

  it('OP-2 500 items of 4 kB are all stored, one of 1.5 MB is cut', async () => {
    const w = world()
    const items = Array.from({ length: 500 }, (_, n) =>
      fairItem({ uid: `u${n}`, title: `T${n}`, description: 'x'.repeat(4_000) }),
    )
    const hash = await w.register('big')
    await w.receive('big', hash, [...items, fairItem({ uid: 'huge', description: 'x'.repeat(1_500_000) })])
    for (let turn = 0; (await w.run('big')).status === 'pending' && turn < 100; turn++) await w.process('big')
    const outcomes = await w.outcomes('big')
    expect(outcomes.filter(o => o.outcome === 'created')).toHaveLength(501)
    expect(outcomes[500]).toMatchObject({ outcome: 'created', warnings: ['text_cut'], uid: 'huge' })
    expect(new Set(await eventIds(w.store)).size).toBe(501)
  })
})

describe('05 §7 other members', () => {
  it('are ignored, however large, and so is our own mark of what was too large', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: 'One', extra: 'x'.repeat(500_000) }),
      fairItem({ uid: '2', title: 'Two', oversize: true }),
      fairItem({ uid: '3', title: 'Three', description: 'x'.repeat(500_000) }),
      fairItem({ uid: '4'.repeat(500_000), title: 'Four' }),
    ])
    expect(outcomes.map(o => [o.outcome, o.reason])).toEqual([
      ['created', null],
      ['created', null],
      ['created', null],
      ['failed', 'too_large'],
    ])
  })
})

describe('05 §3 activity', () => {
  it('lists what happened to events, venues, organizers and terms', async () => {
    const w = world()
    await w.whole('run1', [
      fairItem({
        venue: { venue: 'Gym' },
        organizer: { organizer: 'PTA' },
        categories: 'Fairs,2027',
        tags: ['new'],
      }),
    ])
    const [only] = await w.outcomes('run1')
    expect(only?.touched.map(([type, list]) => `${type}/${list}`)).toEqual([
      'cal_events/created',
      'cal_venue/created',
      'cal_organizer/created',
      'cal_events_cat/created',
      'cal_events_cat/created',
      'post_tag/created',
    ])
    expect(await termNames(w, (await w.values(only?.id)).categories)).toEqual(['Fairs', '2027'])
  })
})
