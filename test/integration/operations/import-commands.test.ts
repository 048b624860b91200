import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calendarOf, feedServer, localFetcher } from '../../support/feed-server.ts'
import { ADMIN_PASSWORD, runCommand } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { cli, calendar, fileWith, started } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'

it('a file of more items than are handed over at a time is imported as a whole', async () => {
  const titles = Array.from({ length: 1_201 }, (_, n) => `Event ${n}`)
  const { code, stdout } = await cli(temporaryFolder(), [
    ...['import-file', fileWith(calendarOf(...titles)), '--json'],
  ])
  expect(code).toBe(0)
  const record = JSON.parse(stdout) as { readonly items: readonly { readonly title: string }[] }
  expect(record).toMatchObject({
    status: 'success',
    batches: 1,
    received: 1_201,
    outcomes: { created: 1_201 },
  })
  expect(record.items.map(({ title }) => title)).toEqual(titles)
})

describe('import URL', () => {
  it('fetches a feed and imports it under its address', async () => {
    const feed = await feedServer({ body: calendarOf('Fair', 'Concert') })
    const dataDir = temporaryFolder()
    const { code, stdout } = await cli(dataDir, ['import', feed.url, '--json'], dataDir, localFetcher())
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ status: 'success', origin: 'url', source: feed.url, outcomes: { created: 2 } },
    })
    feed.answer({ status: 503 })
    const failed = await cli(dataDir, ['import', feed.url, '--json'], dataDir, localFetcher())
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.stdout)).toMatchObject({
      error: {
        ...{ message: `cannot fetch ${feed.url}: the server answers with an error (503)` },
        reason: 'bad_status',
      },
    })
  })

  it('asks no address of this machine or its network', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await cli(dataDir, ['import', feed.url])
    expect(code).toBe(1)
    expect(output).toContain('the address is not on the open internet')
    expect(feed.asked).toEqual([])
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })
})

describe('feeds on a schedule', () => {
  it('are set by register-import, shown and removed', async () => {
    const dataDir = temporaryFolder()
    const set = ['register-import', 'webcal://feeds.invalid/a.ics', '--every', '1d', '--json']
    const schedule = JSON.parse((await cli(dataDir, set)).stdout) as { readonly schedule_id: string }
    expect(schedule).toMatchObject({ every_minutes: 1_440, source: 'webcal://feeds.invalid/a.ics' })
    const shown = await cli(dataDir, ['schedules'])
    expect(shown.stdout).toMatch(new RegExp(`${schedule.schedule_id} +1d .*webcal://feeds.invalid/a.ics`))
    expect((await cli(dataDir, ['unschedule', schedule.schedule_id])).code).toBe(0)
    expect((await cli(dataDir, ['schedules'])).stdout).toBe('no schedules\n')
  })

  it('05 §14 are changed, paused and resumed', async () => {
    const dataDir = temporaryFolder()
    const set = ['register-import', 'webcal://feeds.invalid/a.ics', '--every', '1d', '--json']
    const { schedule_id: id } = JSON.parse((await cli(dataDir, set)).stdout) as {
      readonly schedule_id: string
    }
    const said = async (...args: readonly string[]) => (await cli(dataDir, args)).output
    expect(await said('change-schedule', id, '--every', '2d', '--post-status', 'draft')).toMatch(
      /every +2d\n(.*\n)*new events +draft, by user/,
    )
    expect(await said('pause-schedule', id)).toBe(`schedule ${id} is paused\n`)
    expect(await said('show-schedule', id)).toMatch(/next +paused since \d{4}-/)
    expect(await said('resume-schedule', id)).toMatch(/is fetched next \d{4}-/)
    expect(await said('resume-schedule', 'none')).toContain('there is no such schedule')
  })

  it.each([
    [['register-import', 'https://feeds.example/a.ics'], 'URL goes with --every'],
    [['register-import', '--every', '6h'], '--every goes with the address of a feed'],
    [['register-import', 'school.ics', '--every', '6h'], 'URL is an http, https or webcal address'],
    [
      ['register-import', 'https://feeds.example/a.ics', '--every', '6h', '--interval', '10'],
      '--interval is for imports by callbacks',
    ],
  ])('%s is a wrong command line', async (args, message) => {
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await cli(dataDir, args)
    expect(code).toBe(2)
    expect(output).toContain(message)
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })
})

describe('files', () => {
  it.each([
    ['that are not there', () => join(temporaryFolder(), 'gone.ics'), 'ENOENT'],
    ['that are folders', temporaryFolder, 'this is a folder'],
    [
      'that are far too large',
      () => {
        const file = fileWith('')
        truncateSync(file, 200 * 1024 * 1024)
        return file
      },
      'more than 128 MiB',
    ],
  ])('%s are refused before anything is touched', async (_, file, reason) => {
    const dataDir = join(temporaryFolder(), 'data')
    for (const name of ['import', 'import-file']) {
      const { code, output } = await cli(dataDir, [name, file()])
      expect(code).toBe(1)
      expect(output).toContain(reason)
    }
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })

  it('that are empty or no calendar end their import as failed', async () => {
    const dataDir = temporaryFolder()
    for (const text of ['', 'Dear parents,\n']) {
      const { code, stdout } = await cli(dataDir, ['import-file', fileWith(text), '--json'])
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({
        status: 'failed',
        log: [{ message_slug: 'not_a_calendar' }],
      })
    }
  })

  it('are looked for where the command was called', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'here.ics'), calendar('Fair'))
    const { code } = await runCommand(temporaryFolder(), ['import', 'here.ics'], { INIT_CWD: folder })
    expect(code).toBe(0)
  })
})

describe('an import through the public address', () => {
  it('works with an application password, and says what is wrong with the address or the password', async () => {
    const service = await started(temporaryFolder(), await freePort())
    const file = fileWith(calendar('Fair'))
    const to = (url: string, user: string, ...more: readonly string[]) =>
      cli('unused', ['import', file, '--url', url, '--user', user, ...more])

    expect(await to(service.url, `admin:${ADMIN_PASSWORD}`)).toMatchObject({ code: 0 })
    const wrong = await to(service.url, 'admin:geheim', '--json')
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { status: 401, code: 'incorrect_password' } })
    expect(wrong.output).not.toContain('geheim')
    const guest = await cli('unused', ['import', file, '--url', service.url])
    expect(guest).toMatchObject({ code: 1 })
    expect(guest.output).toContain('You may not do this.')
    const nobody = `http://127.0.0.1:${await freePort()}`
    expect((await to(nobody, 'admin:geheim')).output).toMatch(
      /^belltower: http:\S+ does not answer: connect ECONNREFUSED [\d.:]+\n$/,
    )
    expect(await to(service.url.replace('http', 'https'), 'admin:geheim')).toMatchObject({ code: 1 })
    expect(await to('school.example', 'admin:geheim')).toMatchObject({ code: 2 })
  })

  it('recognises an address of something else', async () => {
    const other = createServer((_, answer) => answer.end('<h1>Hello</h1>'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, output } = await cli('unused', [
      'import',
      fileWith(calendar('Fair')),
      '--url',
      `http://127.0.0.1:${port}`,
    ])
    expect(code).toBe(1)
    expect(output).toContain('is not one of Belltower')
  })
})
