import { describe, expect, it } from 'vitest'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { historyOf, noFetcher, type AppliedImport } from '../../support/tried-imports.ts'

const NOW = Date.UTC(2027, 4, 1, 20)

const started = () => embeddedService({}, temporaryFolder(), () => NOW, undefined, noFetcher)

const HEADER = 'Event Name,Start Date,Start Time,End Time,Venue Name'

/** The record of an import of a table of these rows, when it is over. */
const imported = async (
  { ask, operate }: EmbeddedService,
  header: string,
  ...rows: readonly string[]
): Promise<AppliedImport> => {
  const file = [header, ...rows, ''].join('\r\n')
  const { status, body } = await ask('POST /admin/imports', {
    body: { file, origin: 'csv', source: 'fairs.csv' },
  })
  expect(status).toBe(201)
  const { import_id: id } = body as { readonly import_id: string }
  const shown = async () => (await operate('show-import', { import_id: id })).body as AppliedImport
  await expect.poll(async () => (await shown()).status, { timeout: 60_000, interval: 20 }).not.toBe('pending')
  return shown()
}

const endOf = ({ items }: AppliedImport) =>
  items.map(({ outcome, reason, id }) => ({ outcome, reason, id: id ?? 0 }))

const eventOf = async ({ ask }: EmbeddedService, id: number) =>
  (await ask(`GET /cal/events/v1/events/${id}`)).body as { readonly slug: string; readonly url: string }

const MOVED = {
  start: ['2027-05-08 10:00:00', '2027-05-08 14:00:00'],
  end: ['2027-05-08 12:00:00', '2027-05-08 15:30:00'],
  startUtc: ['2027-05-08 14:00:00', '2027-05-08 18:00:00'],
  endUtc: ['2027-05-08 16:00:00', '2027-05-08 19:30:00'],
}

describe('05 §9 a row of a table whose time changed in a file that is imported again', () => {
  it('with a uid: the same event at the other time, with its id and address', async () => {
    const service = await started()
    const header = `UID,${HEADER}`
    const [made] = endOf(await imported(service, header, 'fair-1,Fair,2027-05-08,10:00,12:00,Main Hall'))
    expect(made).toMatchObject({ outcome: 'created', reason: null })
    const id = made?.id ?? 0
    const { slug, url } = await eventOf(service, id)
    const again = await imported(service, header, 'fair-1,Fair,2027-05-08,14:00,15:30,Main Hall')
    expect(endOf(again)).toEqual([{ outcome: 'updated', reason: null, id }])
    expect(await eventOf(service, id)).toMatchObject({
      ...{ slug, url, title: 'Fair', timezone: 'America/New_York' },
      ...{ start_date: '2027-05-08 14:00:00', end_date: '2027-05-08 15:30:00' },
      ...{ utc_start_date: '2027-05-08 18:00:00', utc_end_date: '2027-05-08 19:30:00' },
    })
    expect(await historyOf(service, again.import_id, id)).toEqual(MOVED)
    const day = await imported(service, header, 'fair-1,Fair,2027-05-09,14:00,15:30,Main Hall')
    expect(endOf(day)).toEqual([{ outcome: 'updated', reason: null, id }])
    expect((await service.ask('GET /cal/events/v1/events')).body).toMatchObject({ total: 1 })
  })

  it('without a uid, on the same day: moved, told as such, with its id and address', async () => {
    const service = await started()
    const [made] = endOf(await imported(service, HEADER, 'Fair,2027-05-08,10:00,12:00,Main Hall'))
    const id = made?.id ?? 0
    const { slug, url } = await eventOf(service, id)
    const file = `${HEADER}\r\nFair,2027-05-08,14:00,15:30,Main Hall\r\n`
    const asked = { file, origin: 'csv', source: 'fairs.csv', dry_run: true }
    const { body: tried } = await service.ask('POST /admin/imports', { body: asked })
    const told = ['Its source gave it another time, which was taken: check it.']
    expect(tried).toMatchObject({ items: [{ outcome: 'updated', reason: 'moved', id, told }] })
    const again = await imported(service, HEADER, 'Fair,2027-05-08,14:00,15:30,Main Hall')
    expect(endOf(again)).toEqual([{ outcome: 'updated', reason: 'moved', id }])
    expect(await eventOf(service, id)).toMatchObject({
      ...{ slug, url, start_date: '2027-05-08 14:00:00', end_date: '2027-05-08 15:30:00' },
    })
    expect(await historyOf(service, again.import_id, id)).toEqual(MOVED)
    const same = await imported(service, HEADER, 'Fair,2027-05-08,14:00,15:30,Main Hall')
    expect(endOf(same)).toEqual([{ outcome: 'unchanged', reason: null, id }])
  })

  it('without a uid, on another day: another event; nothing is deleted because the file has the first no more', async () => {
    const service = await started()
    const [made] = endOf(await imported(service, HEADER, 'Fair,2027-05-08,10:00,12:00,Main Hall'))
    const id = made?.id ?? 0
    const [other] = endOf(await imported(service, HEADER, 'Fair,2027-05-09,10:00,12:00,Main Hall'))
    expect(other).toMatchObject({ outcome: 'created', reason: null })
    expect(other?.id).not.toBe(id)
    expect((await service.ask('GET /cal/events/v1/events')).body).toMatchObject({ total: 2 })
    expect(await eventOf(service, id)).toMatchObject({ start_date: '2027-05-08 10:00:00' })
  })
})
