import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { bringing, over, readable, saidOf } from '../../../support/bringing.ts'
import { calendarOf, feedServer } from '../../../support/feed-server.ts'
import { BODY_BYTES } from '../../../../shared/limits/requests.ts'

const fairs = { name: 'fairs.ics', body: calendarOf('Fair') }

type World = Awaited<ReturnType<typeof bringing>>

const isEmpty = async ({ service }: Pick<World, 'service'>) =>
  expect((await service.ask('GET /admin/imports')).body).toMatchObject({ total: 0 })

describe('05 §13 on the page of imports: what is refused', () => {
  it('neither and both of file and address, at their fields', async () => {
    const world = await bringing()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const neither = await world.send({})
    expect([neither.status, saidOf(neither, 'file')]).toEqual([
      ...[400, 'Choose a file, or give the address of a feed.'],
    ])
    const both = await world.send(fairs, { url: feed.url })
    const said = 'Give a file or an address, not both.'
    expect([both.status, saidOf(both, 'file'), saidOf(both, 'url')]).toEqual([400, said, said])
    expect(both.text).toContain(`value="${feed.url}"`)
    expect(both.text).toMatch(/id="file"[^>]*aria-describedby="file-hint file-problem"\s+aria-invalid="true"/)
    expect(feed.asked).toEqual([])
    expect(readable(both)).toContain('fairs.ics is still here.')
    expect(readable(await world.press(both, { choice: 'try' }))).toContain('Fair created')
    await isEmpty(world)
  })

  it.each([
    ['an empty file', '', 'The file is empty.'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
      'This is no calendar: it is a picture. Choose',
    ],
    ['a document', '%PDF-1.7 …', 'This is no calendar: it is a PDF; put its events into a table'],
    ['an archive', 'PK\x03\x04', 'This is no calendar: it is a ZIP archive'],
    ['a web page', '<!doctype html><p>Sign in', 'This is no calendar: it is a web page'],
    ['a BOM alone', '\ufeff', 'This is no calendar: it is blank'],
    ['zeros', Buffer.alloc(1_000), 'This is no calendar: '],
  ])('%s, and not even an import that failed is recorded', async (_, body, said) => {
    const world = await bringing()
    const refused = await world.send({ name: 'fairs.ics', body }, { category: 'Fairs' })
    expect([refused.status, saidOf(refused, 'file')]).toEqual([400, expect.stringContaining(said)])
    expect(refused.text).toContain('value="Fairs"')
    await isEmpty(world)
  })

  it('a table of the wrong name is kept, so that its kind can be said without choosing it again', async () => {
    const world = await bringing()
    const refused = await world.send({ name: 'fairs.ics', body: 'Title,Start Date\nMarket,2027-04-03\n' })
    expect(refused.status).toBe(400)
    expect(readable(refused)).toContain('fairs.ics is still here.')
    const plan = await world.press(refused, { choice: 'try', origin: 'csv' })
    expect(readable(plan)).toContain('Market created')
    const named = await world.send({ name: 'fairs.CSV', body: 'Name,Begin\nMarket,2027-04-03\n' })
    expect(readable(named)).toContain('Market created')
    const headless = await world.send({ name: 'a.csv', body: 'x,y\n1,2\n' })
    expect(saidOf(headless, 'file')).toContain('The file has no title column')
    const workbook = await world.send({
      name: 'a.csv',
      body: 'PK\x03\x04\x14\0\x06\0[Content_Types].xml\0xl/workbook.xml',
    })
    expect(saidOf(workbook, 'file')).toBe(
      'The file is no table that can be read: it is an Excel workbook (.xlsx); save it as CSV.',
    )
  })

  it('options by the rules of POST /admin/imports, each at its field, with what was typed', async () => {
    const world = await bringing()
    const typed = { author: 'nobody', category: 'None such', source: 'Clubs' }
    const refused = await world.send(fairs, typed)
    expect(refused.status).toBe(400)
    expect(saidOf(refused, 'author')).toBe('No user has the login, e-mail address or id "nobody".')
    expect(saidOf(refused, 'category')).toContain('None such')
    for (const value of Object.values(typed)) expect(refused.text).toContain(`value="${value}"`)
    expect(refused.text).toMatch(/<details class="bring-options" open/)
    const odd = await world.send(fairs, { post_status: 'gone', separator: 'x', date_order: 'x' })
    expect(odd.status).toBe(400)
    for (const field of ['post_status', 'separator', 'date_order'])
      expect(saidOf(odd, field)).toContain('It must be one of')
    const late = await world.press(await world.send(fairs), { choice: 'apply', plan: 'abc' })
    expect([late.status, readable(late)]).toEqual([
      400,
      expect.stringContaining('plan is the mark of a dry run'),
    ])
    await isEmpty(world)
  })

  it('more items than an import takes', async () => {
    const world = await bringing({ IMPORT_FILE_ITEMS: '1' })
    const refused = await world.send({ ...fairs, body: calendarOf('Fair', 'Concert') })
    expect([refused.status, saidOf(refused, 'file')]).toEqual([400, expect.stringContaining('at most 1.')])
    await isEmpty(world)
  })
})

describe('05 §13 on the page of imports: who, and how much', () => {
  it('is for administrators and editors, by their own form', async () => {
    const { service, window } = await bringing()
    await service.operate('create-user', {
      ...{ login: 'sam', email: 'sam@school.example', role: 'author', password: 'a long password' },
    })
    const sam = browser(service)
    await sam.signIn('sam', 'a long password')
    expect((await sam.ask('POST /imports', { form: { choice: 'try' }, file: fairs })).status).toBe(403)
    const guest = await browser(service).ask('POST /imports', { form: { choice: 'try' }, file: fairs })
    expect(guest.location).toContain('/sign-in')
    const { hidden } = await window.get('/imports')
    for (const form of [{ choice: 'try' }, { ...hidden, form_token: '0123456789', choice: 'try' }])
      expect((await window.ask('POST /imports', { form, file: fairs })).status).toBe(403)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await window.ask('POST /imports', { form: hidden, file: fairs, headers })).status).toBe(403)
    await isEmpty({ service })
  })

  it('413 with the limit on the page for more than 10 MiB, and to sign in again for more than 1 MiB of a guest', async () => {
    const { service, send } = await bringing()
    const much = `${calendarOf('Fair')}${' '.repeat(BODY_BYTES)}`
    const refused = await send({ ...fairs, body: much })
    expect(refused.status).toBe(413)
    expect(saidOf(refused, 'file')).toContain('The body has more than 10 MiB.')
    expect(saidOf(refused, 'file')).not.toContain('going back')
    const large = calendarOf('Fair').replace('VERSION', `X-NOTE:${'x'.repeat(2_000_000)}\r\nVERSION`)
    expect((await send({ ...fairs, body: large })).status).toBe(200)
    const guest = await browser(service).ask('POST /imports', { form: {}, file: { ...fairs, body: large } })
    expect([guest.status, guest.text]).toEqual([401, expect.stringContaining('found by going back')])
  })
})

/** A body as nobody's browser sends it. */
const raw = async (world: World, type: string, body: string, inPieces = false) => {
  const { hidden } = await world.window.get('/imports')
  const payload = body.replace('TOKEN', hidden['form_token'] ?? '')
  const cookie = [...world.window.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await world.service.app.inject({
    ...{ method: 'POST', url: '/imports' },
    payload: inPieces ? Readable.from(payload.match(/[^]{1,65536}/g) ?? []) : payload,
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': type },
      ...(inPieces ? { 'transfer-encoding': 'chunked' } : {}),
    },
  })
  return { status: answer.statusCode, text: answer.body }
}

const TYPE = 'multipart/form-data; boundary=b'
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileOf = (disposition: string, body: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`
const token = field('form_token', 'TOKEN') + field('choice', 'try')

describe('05 §13 on the page of imports: a file that is too large', () => {
  const typed = { source: 'Clubs <&>', author: 'äöü', category: 'Fairs', date_order: 'DMY', separator: 'tab' }
  const behind = Object.entries(typed).map(([name, value]) => field(name, value))
  const large = (size: number) =>
    fileOf('name="file"; filename="a.ics"', 'BEGIN:VCALENDAR\r\n'.repeat(Math.ceil(size / 17)))

  it.each([
    ['says how long it is', BODY_BYTES, false],
    ['is three times as long', BODY_BYTES * 3, false],
    ['comes in pieces', BODY_BYTES, true],
  ])('nothing else of a form that %s is lost, before the file or behind it', async (_, size, inPieces) => {
    const world = await bringing()
    const before = field('url', 'https://feeds.example/a')
    const refused = await raw(
      world,
      TYPE,
      `${token}${before}${large(size)}${behind.join('')}--b--\r\n`,
      inPieces,
    )
    expect([refused.status, saidOf(refused, 'file')]).toEqual([
      ...[413, 'The body has more than 10 MiB. Divide the file, or give an address where it lies.'],
    ])
    for (const value of ['https://feeds.example/a', 'Clubs &lt;&amp;&gt;', 'äöü', 'Fairs'])
      expect(refused.text).toContain(`value="${value}"`)
    for (const value of ['DMY', 'tab'])
      expect(refused.text).toMatch(new RegExp(`<option value="${value}"\\s+selected`))
    expect(refused.text).toMatch(/<details class="bring-options" open/)
    await isEmpty(world)
  })

  it('what was here before it is still here', async () => {
    const world = await bringing()
    const { hidden } = await world.send(fairs)
    const refused = await raw(
      world,
      TYPE,
      `${token}${field('kept', hidden['kept'] ?? '')}${large(BODY_BYTES)}--b--\r\n`,
    )
    expect(refused.status).toBe(413)
    expect(readable(refused)).toContain('fairs.ics is still here.')
  })

  it('a form that is cut off, or whose fields are too large to be kept, says what it can', async () => {
    const world = await bringing()
    for (const end of ['', `${field('source', 'x'.repeat(200_000))}--b--\r\n`]) {
      const refused = await raw(world, TYPE, `${token}${large(BODY_BYTES)}${end}`)
      expect([refused.status, saidOf(refused, 'file')]).toEqual([
        413,
        expect.stringContaining('more than 10'),
      ])
    }
  })
})

describe('05 §13 on the page of imports: forms that lie', () => {
  it.each([
    [
      'is cut off in its file',
      TYPE,
      `${token}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nBEG`,
    ],
    ['never ends', TYPE, `${token}${fileOf('name="file"; filename="a.ics"', 'BEGIN')}`],
    ['has another boundary than it says', 'multipart/form-data; boundary=c', `${token}--b--\r\n`],
    ['says no boundary', 'multipart/form-data', `${token}--b--\r\n`],
  ])('400 for one that %s', async (_, type, body) => {
    const world = await bringing()
    expect((await raw(world, type, body)).status).toBe(400)
    await isEmpty(world)
  })

  it('a file in a field of another name, or a field in place of the file, is no file', async () => {
    const world = await bringing()
    for (const part of [fileOf('name="files"; filename="a.ics"', fairs.body), field('file', fairs.body)]) {
      const answer = await raw(world, TYPE, `${token}${part}--b--\r\n`)
      expect([answer.status, saidOf(answer, 'file')]).toEqual([400, expect.stringContaining('Choose a file')])
    }
  })

  it('of several files the first counts; of more than 1,000 parts none is looked at', async () => {
    const world = await bringing()
    const two = `${fileOf('name="file"; filename="a.ics"', fairs.body)}${fileOf('name="file"; filename="b.ics"', 'x')}`
    const answer = await raw(world, TYPE, `${token}${two}--b--\r\n`)
    expect([answer.status, readable(answer)]).toEqual([200, expect.stringContaining('the import of a.ics')])
    const many = fileOf('name="file"; filename="a.ics"', 'x').repeat(1_000)
    expect((await raw(world, TYPE, `${token}${many}--b--\r\n`)).status).toBe(413)
  })

  it.each([
    ['../../etc/passwd.ics', 'passwd.ics'],
    ['C:\\fakepath\\Übung “ü”.ics', 'Übung “ü”.ics'],
    ['<script>alert(1)</script>.ics', 'script>.ics'],
    [`${'x'.repeat(5_000)}.ics`, 'x'.repeat(200)],
    ['a\tb\u0007.ics', 'a b.ics'],
  ])('a name is a name, without folders and in one line: %s', async (name, source) => {
    const { service, send, press } = await bringing()
    const plan = await send({ ...fairs, name })
    expect(plan.text).not.toContain('<script>alert')
    const { record } = await over(service, await press(plan, { choice: 'apply' }))
    expect(record).toMatchObject({ source })
  })

  it('a file that has no name asks for that of its source', async () => {
    const world = await bringing()
    const refused = await world.send({ name: '', body: fairs.body })
    expect([refused.status, saidOf(refused, 'source')]).toEqual([
      ...[400, 'It names the feed in 1 to 2,048 characters.'],
    ])
    expect(readable(await world.press(refused, { choice: 'try', source: 'Clubs' }))).toContain('Fair created')
  })

  it('what a file says is text, wherever it is shown', async () => {
    const { send } = await bringing()
    const evil = '<img src=x onerror=alert(1)>&amp;"'
    const csv = `Title,Start Date,Venue Name,Description\n"${evil.replaceAll('"', '""')}",2027-04-03,<b>Hall</b>,<script>x</script>\n`
    const { status, text } = await send({ name: 'a.csv', body: csv })
    expect(status).toBe(200)
    expect(text).not.toMatch(/<img src=x|<b>Hall|<script>x/)
  })

  it('bytes of a calendar are read as they are: BOM, UTF-16, Windows-1252', async () => {
    const { send } = await bringing()
    const body = calendarOf('Übung')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')])
    for (const bytes of [Buffer.from(`\ufeff${body}`), utf16, Buffer.from(body, 'latin1')])
      expect(readable(await send({ name: 'a.ics', body: bytes }))).toContain('Übung created')
  })
})
