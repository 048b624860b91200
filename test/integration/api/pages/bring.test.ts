import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { bringing, over, readable, saidOf } from '../../../support/bringing.ts'
import { calendarOf, feedServer } from '../../../support/feed-server.ts'

const file = (...titles: readonly string[]) => ({ name: 'fairs.ics', body: calendarOf(...titles) })

describe('05 §13 on the page of imports: a file', () => {
  it('is tried without a trace, shown and applied; the history says who and by which way', async () => {
    const { service, send, press } = await bringing()
    const plan = await send(file('Fair', 'Concert'))
    expect(plan.status).toBe(200)
    expect(readable(plan)).toContain('What the import of fairs.ics would do')
    expect(readable(plan)).toContain('Nothing has been changed yet.')
    expect(readable(plan)).toMatch(/created 2 Item by item To look at 2 created 2/)
    expect(readable(plan)).toMatch(/Fair created No\. 1, line \d+ New event “Fair”/)
    expect((await service.ask('GET /admin/imports')).body).toMatchObject({ total: 0 })
    const done = await press(plan, { choice: 'apply' })
    const { id, record } = await over(service, done)
    expect(record).toMatchObject({
      ...{ status: 'success', origin: 'ics', source: 'fairs.ics', outcomes: { created: 2 } },
    })
    expect((await service.ask(`GET /admin/history/import/${id}`)).body).toContainEqual(
      expect.objectContaining({
        ...{ fact: 'ImportRegistered', source: 'operator', route: 'POST /imports' },
        actor: { id: expect.any(Number) as unknown, login: 'admin' },
      }),
    )
  })

  it('shows every member before and after, and can be left', async () => {
    const { service, send, press } = await bringing()
    await over(service, await press(await send(file('Fair', 'Concert')), { choice: 'apply' }))
    const plan = await send(file('Great fair', 'Concert'))
    expect(readable(plan)).toMatch(/unchanged 1/)
    expect(readable(plan)).toMatch(/Great fair updated .* Title Fair → Great fair/)
    expect(readable(plan)).not.toContain('Concert')
    const other = await press(plan, { part: 'unchanged.1' })
    expect(readable(other)).toContain('Concert unchanged')
    const left = await press(plan, { choice: 'leave' })
    expect(left.location).toBe('https://school.example/imports')
    expect((await service.ask('GET /admin/imports')).body).toMatchObject({ total: 1 })
    const late = await press(plan, { choice: 'apply' })
    expect([late.status, saidOf(late, 'file')]).toEqual([400, expect.stringContaining('no longer kept')])
  })

  it('takes the options that POST /admin/imports takes', async () => {
    const { service, send, press } = await bringing()
    await service.operate('create-user', {
      ...{ login: 'eve', email: 'eve@school.example', role: 'editor', password: 'a long password' },
    })
    await service.ask('POST /cal/events/v1/categories', { body: { name: 'Fairs' } })
    const table = { name: 'x.txt', body: 'Title;Start Date\nMarket;03/04/2027\n' }
    const plan = await send(table, {
      ...{ source: 'Clubs', origin: 'csv', author: 'eve', post_status: 'draft', category: 'fairs' },
      ...{ date_order: 'DMY', separator: 'semicolon', update_authority: 'retain' },
    })
    expect(readable(plan)).toContain('Saturday, April 3, 2027')
    const { record } = await over(service, await press(plan, { choice: 'apply' }))
    expect(record).toMatchObject({
      ...{ source: 'Clubs', origin: 'csv', post_status: 'draft', update_authority: 'retain' },
      category: expect.any(Number) as unknown,
    })
    expect(record).not.toMatchObject({ author: 1 })
  })

  it('shows 50 items at a time', async () => {
    const { send, press } = await bringing()
    const plan = await send(file(...Array.from({ length: 60 }, (_, n) => `Lesson ${n + 1}`)))
    expect(readable(plan)).toMatch(/Lesson 50 created .* 1 to 50 of 60 Next/)
    expect(readable(plan)).not.toContain('Lesson 51')
    const next = await press(plan, { part: 'all.51' })
    expect(readable(next)).toMatch(/Lesson 51 created .* Previous 51 to 60 of 60/)
    expect(readable(next)).not.toContain('The calendar has changed')
  })
})

describe('05 §13 on the page of imports: an address', () => {
  it('is fetched once: what was seen is applied, whatever it holds by then', async () => {
    const { service, send, press } = await bringing()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const plan = await send({}, { url: feed.url })
    expect(readable(plan)).toContain('Fair created')
    feed.answer({ body: calendarOf('Other') })
    const { record } = await over(service, await press(plan, { choice: 'apply' }))
    expect(record).toMatchObject({ source: feed.url, origin: 'url', outcomes: { created: 1 } })
    expect(feed.asked).toHaveLength(1)
    expect(JSON.stringify(record)).toContain('"title":"Fair"')
  })

  it('is fetched anew when it is no longer kept; one that says something else is shown, not applied', async () => {
    const { service, clock, send, press } = await bringing()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const plan = await send({}, { url: feed.url })
    clock.ms += 16 * 60_000
    feed.answer({ body: calendarOf('Other') })
    const refused = await press(plan, { choice: 'apply' })
    expect(refused.status).toBe(409)
    expect(readable(refused)).toContain(
      'The file or its options are not those of the plan: nothing was changed.',
    )
    expect(readable(refused)).toContain('Other created')
    await over(service, await press(refused, { choice: 'apply' }))
  })

  it('that cannot be fetched is refused at its field, with what was typed', async () => {
    const { send, service } = await bringing()
    const feed = await feedServer({ status: 500 })
    for (const [url, said] of [
      [feed.url, 'The server answers with an error (500).'],
      [
        'http://169.254.169.254/latest/meta-data',
        'It is no http, https or webcal address on the open internet',
      ],
      ['file:///etc/passwd', 'It is no http, https or webcal address on the open internet'],
    ] as const) {
      const refused = await send({}, { url, category: 'Fairs', source: 'Clubs' })
      expect([refused.status, saidOf(refused, 'url')]).toEqual([400, expect.stringContaining(said)])
      expect(refused.text).toContain(`value="${url}"`)
      expect(refused.text).toContain('value="Clubs"')
    }
    expect((await service.ask('GET /admin/imports')).body).toMatchObject({ total: 0 })
  })
})

describe('05 §13 on the page of imports: what moved in between', () => {
  it('a calendar in which it would do something else by now: 409, in words, and what it would do now', async () => {
    const { service, send, press } = await bringing()
    const first = await over(service, await press(await send(file('Fair')), { choice: 'apply' }))
    const plan = await send(file('Great fair'))
    const { items } = first.record as unknown as { readonly items: readonly { readonly id: number }[] }
    await service.ask(`POST /cal/events/v1/events/${items[0]?.id}`, { body: { title: 'Small fair' } })
    const turned = await press(plan, { part: 'all.1' })
    expect(readable(turned)).toContain('The calendar has changed since you began to look')
    const refused = await press(plan, { choice: 'apply' })
    expect(refused.status).toBe(409)
    expect(readable(refused)).toContain('By now the import would do something else than planned')
    expect(readable(refused)).toContain('Title Small fair → Great fair')
    const { record } = await over(service, await press(refused, { choice: 'apply' }))
    expect(record).toMatchObject({ outcomes: { updated: 1 } })
  })

  it('a file that is no longer kept is asked for again, together with the mark', async () => {
    const { service, clock, window, send, press } = await bringing()
    const plan = await send(file('Fair'), { source: 'Clubs' })
    clock.ms += 16 * 60_000
    const gone = await press(plan, { choice: 'apply' })
    expect([gone.status, saidOf(gone, 'file')]).toEqual([
      ...[
        400,
        'This file is no longer kept here: choose it again. It is applied if it would still do what you saw.',
      ],
    ])
    expect(gone.text).toContain('value="Clubs"')
    expect(gone.hidden['plan']).toBe(plan.hidden['plan'])
    const again = (titles: readonly string[]) =>
      window.ask('POST /imports', {
        form: { ...gone.hidden, source: 'Clubs', choice: 'apply' },
        file: { ...file(...titles), name: 'fairs (1).ics' },
      })
    expect((await again(['Other'])).status).toBe(409)
    const { record } = await over(service, await again(['Fair']))
    expect(record).toMatchObject({ source: 'Clubs', outcomes: { created: 1 } })
  })

  it('is found by the session that brought it alone', async () => {
    const { service, send } = await bringing()
    const plan = await send(file('Fair'))
    const other = browser(service)
    await other.signIn()
    const { hidden } = await other.get('/imports')
    const { kept = '', plan: mark = '' } = plan.hidden
    const refused = await other.ask('POST /imports', {
      form: { ...hidden, kept, plan: mark, choice: 'apply' },
    })
    expect([refused.status, saidOf(refused, 'file')]).toEqual([
      400,
      expect.stringContaining('no longer kept'),
    ])
  })
})
