import { localTime, utcTime, systemClock } from '../../../shared/kernel/brands.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'
import { expect, it, onTestFinished } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { newEventValues } from '../../../services/calendar/values.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import type { Doc } from '../../../shared/documents/port.ts'
import type { ViewCopy } from '../../../projections/view-copies/queries.ts'
import { askedDocuments, type Asked } from '../../support/asked-documents.ts'
import { collections } from '../../support/collections.ts'
import { deployment } from '../../support/deployment.ts'
import { eventValues } from '../../support/recorded.ts'
import { eventually } from '../../support/eventually.ts'

const world = () => {
  const { close, ...rest } = deployment()
  onTestFinished(close)
  return rest
}
type Process = Awaited<ReturnType<ReturnType<typeof world>['started']>>

const fair = {
  as: 'admin',
  body: { title: 'Fair', start_date: '2040-05-08 10:00:00', end_date: '2040-05-08 11:00:00' },
}
const MONTH = '/events/month/2040-05/'
const viewIn = async (one: Process, u = MONTH) => {
  const { status, body } = await one.ask(`GET /cal/views/v2/html&u=${encodeURIComponent(u)}`)
  expect(status).toBe(200)
  return (body as { readonly html: string }).html
}
/** Asked for twice, a view is stored for all processes. */
const wantedIn = async (one: Process) => {
  await viewIn(one)
  return viewIn(one)
}
const idOf = ({ body }: { readonly body: unknown }): number => (body as { readonly id: number }).id

/** As imports and other work in the background write: nobody waits for the answer. */
const inBackground = (log: ReturnType<typeof world>['log']) => {
  const writing = writingOn(log)
  const by = {
    ...{ actor: null, at: isoOfMs(systemClock()), source: 'import' as const },
    ...{ route: null, correlation: 'c', causation: null },
  }
  return {
    create: async (title: string) => {
      const values = newEventValues({
        ...eventValues({ title }),
        ...{ start: localTime('2040-05-09 10:00:00'), end: localTime('2040-05-09 11:00:00') },
        ...{ startUtc: utcTime('2040-05-09 14:00:00'), endUtc: utcTime('2040-05-09 15:00:00') },
      })
      expect((await calendarOn(writing).event.create({ values }, by)).ok).toBe(true)
    },
    retitle: (id: number, title: string) => calendarOn(writing).event.change(id, { title }, by),
  }
}

it('00 §8 a view shows what any process has answered, at once', async () => {
  const { started } = world()
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  const id = idOf(await one.ask('POST events', fair))
  for (let n = 1; n <= 8; n++) {
    const [writer, reader] = n % 2 === 0 ? [one, other] : [other, one]
    await viewIn(reader)
    const answer = await writer.ask(`POST events/${id}`, { as: 'admin', body: { title: `Title ${n}.` } })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('x-cal-lag')
    expect(await viewIn(reader)).toContain(`>Title ${n}.</a>`)
    expect(await viewIn(writer)).toContain(`>Title ${n}.</a>`)
  }
})

it('a fresh copy costs no question to a read model, whichever process rendered it', async () => {
  const { started, documents } = world()
  await started('projections')
  const one = await started('api')
  await one.ask('POST events', fair)
  const asked: Asked[] = []
  const other = await started('api', {
    documents: askedDocuments(documents, question => asked.push(question)),
  })
  const html = await wantedIn(one)
  const copies = await documents.collection<Doc>({ name: collections.views, indexes: [] })
  await eventually(async () => expect(await copies.count({})).toBe(1))
  asked.length = 0
  for (let n = 0; n < 3; n++) expect(await viewIn(other)).toBe(html)
  expect(asked.filter(({ collection }) => collection !== 'board')).toEqual([])
})

it('what is written in the background is in the views within a second of being in the read models', async () => {
  const { started, log } = world()
  await started('projections')
  await started('workers')
  // it goes on by itself, too: what is waited for at a start is looked for again after a time
  let aheadMs = 0
  const one = await started('api', { monotonicMs: () => performance.now() + aheadMs })
  const background = inBackground(log)
  const list = async () => {
    // it looks at the board again
    aheadMs += 10
    return (await one.ask('GET events&starts_after=2040-05-01&per_page=50')).body
  }
  for (let n = 1; n <= 3; n++) {
    await viewIn(one)
    // kept from now on, it tells of the lesson when the board does, which is a moment after the documents do
    await list()
    await background.create(`Lesson ${n}.`)
    await eventually(async () => expect(JSON.stringify(await list())).toContain(`Lesson ${n}.`))
    aheadMs += 1_000
    expect(await viewIn(one)).toContain(`>Lesson ${n}.</a>`)
  }
})

it('stored copies are rendered anew by a job, without a request', async () => {
  const { started, log, documents } = world()
  await started('projections')
  await started('workers')
  const one = await started('api')
  const id = idOf(await one.ask('POST events', fair))
  await wantedIn(one)
  const copies = await documents.collection<ViewCopy<unknown, { readonly html: string }>>({
    name: collections.views,
    indexes: [],
  })
  const stored = async () => (await copies.find({})).map(({ shown }) => shown.html)
  await eventually(async () => expect(await stored()).toHaveLength(1))
  await inBackground(log).retitle(id, 'Another title.')
  await eventually(async () => expect((await stored())[0]).toContain('>Another title.</a>'))
})

it('the same in one process: shown at once, and rendered by a job', async () => {
  const { alone, log } = world()
  const one = await alone()
  const id = idOf(await one.ask('POST events', fair))
  expect(await viewIn(one)).toContain('>Fair</a>')
  await one.ask(`POST events/${id}`, { as: 'admin', body: { title: 'Fête' } })
  expect(await viewIn(one)).toContain('>Fête</a>')
  await inBackground(log).retitle(id, 'Another title.')
  await eventually(async () => expect(await viewIn(one)).toContain('>Another title.</a>'))
})

it('00 §8 what was purged stands in no copy when the answer is sent', async () => {
  const { started, documents } = world()
  await started('projections')
  const one = await started('api')
  const id = idOf(await one.ask('POST events', { ...fair, body: { ...fair.body, title: 'Secret fair.' } }))
  expect(await wantedIn(one)).toContain('Secret fair.')
  const copies = await documents.collection<Doc>({ name: collections.views, indexes: [] })
  await eventually(async () => expect(await copies.count({})).toBe(1))
  const purged = await one.ask(`DELETE /calx/v1/events/${id}&force=true`, { as: 'admin' })
  expect(purged.status).toBe(200)
  expect(JSON.stringify(await copies.find({}))).not.toContain('Secret fair.')
  expect(await viewIn(one)).not.toContain('Secret fair.')
})

it('settings that stand in views count at once', async () => {
  const { started } = world()
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  expect(await viewIn(other)).toContain('"start_of_week":0')
  await one.operate('set-option', { name: 'start_of_week', value: '1' })
  expect(await viewIn(other)).toContain('"start_of_week":1')
})
