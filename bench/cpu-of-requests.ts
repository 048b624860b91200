import { setTimeout as sleep } from 'node:timers/promises'
import { AFTER_MS } from '../test/support/counting/counted-service.ts'
import { requestsOn } from '../test/support/counting/requests.ts'
import { client, type Client } from './client.ts'
import { administratorHeaders } from './import-run.ts'
import { LIST } from './lists.ts'

type Measurable = {
  readonly members: readonly string[]
  readonly apis: readonly string[]
  readonly secret: string
}

/** CPU milliseconds of all processes of a deployment. */
export type CpuOfRequests = {
  /** A second in which nobody asks. */
  readonly idle: number
  readonly requests: Readonly<Record<keyof typeof CPU_KINDS, CpuOfRequest>>
}

/** For one request: all that was taken until half a second after the last of its kind, and without what idling would have. */
type CpuOfRequest = { readonly all: number; readonly overIdle: number }

/** Milliseconds of the processors, and on the clock. */
type Taken = { readonly cpu: number; readonly ms: number }

/** As many of each are asked, one after the other; each a day of February or a month of its own. */
const ASKED = 20
const MONTHS = 12
const IDLE_MS = 10_000
/** By then what came before is done. */
const SETTLED_MS = 10_000
/** So often it is asked how much was taken, to know what that takes. */
const LOOKS = 10

export const CPU_KINDS = {
  create: 'create',
  title: 'change of a title',
  repeated: 'list, repeated',
  list: 'list made anew',
  month: 'page of a month made anew',
  event: 'single event',
} as const

/** Of each process since it began, milliseconds. */
const cpuOf = async (asking: Client, members: readonly string[]): Promise<number> => {
  const seconds = await Promise.all(
    members.map(async url => {
      const { text } = await asking.ask(`${url}/metrics`)
      return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
    }),
  )
  return seconds.reduce((sum, one) => sum + one * 1_000, 0)
}

/** Writes as the administrator, reads as anybody. */
const askOf = (url: string, admin: Client, guest: Client) => async (path: string, body?: object) => {
  const asked =
    body === undefined ? guest.ask(`${url}${path}`) : admin.ask(`${url}${path}`, JSON.stringify(body))
  const { status, text } = await asked
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/** What each kind of request costs a deployment that is otherwise idle, what follows from it included. */
export const cpuOfRequests = async ({ members, apis, secret }: Measurable): Promise<CpuOfRequests> => {
  const [admin, guest] = [client(administratorHeaders(secret)), client({})]
  const ask = askOf(apis[0] ?? '', admin, guest)
  const requests = await requestsOn({ ask })
  const id = await requests.create(ASKED)
  const during = async (work: () => Promise<unknown>): Promise<Taken> => {
    const [before, startMs] = [await cpuOf(guest, members), performance.now()]
    await work()
    return { cpu: (await cpuOf(guest, members)) - before, ms: performance.now() - startMs }
  }
  // the questions themselves cost some
  let looking = 0
  for (let n = 0; n < LOOKS; n++) looking += (await during(async () => undefined)).cpu / LOOKS
  const each = async (request: (n: number) => Promise<unknown>, amount = ASKED): Promise<Taken> => {
    const { cpu, ms } = await during(async () => {
      for (let n = 0; n < amount; n++) await request(n)
      await sleep(AFTER_MS)
    })
    return { cpu: (cpu - looking) / amount, ms: ms / amount }
  }
  const month = (n: number) => ask(`/events/month/2027-${String(n + 1).padStart(2, '0')}/`)
  const taken = {
    create: await each(requests.create),
    title: await each(requests.title),
    list: await each(requests.list),
    repeated: await each(() => ask(`${LIST}&start_date=2027-02-01`), 10 * ASKED),
    month: await each(month, MONTHS),
    event: await each(() => ask(`${LIST}/${id}`), 10 * ASKED),
  }
  await sleep(SETTLED_MS)
  const resting = await during(() => sleep(IDLE_MS))
  admin.close()
  guest.close()
  const idle = (resting.cpu - looking) / resting.ms
  const withoutIdle = ({ cpu, ms }: Taken): CpuOfRequest => ({ all: cpu, overIdle: cpu - idle * ms })
  const { create, title, list, repeated, month: page, event } = taken
  return {
    idle: idle * 1_000,
    requests: {
      ...{ create: withoutIdle(create), title: withoutIdle(title), list: withoutIdle(list) },
      ...{ repeated: withoutIdle(repeated), month: withoutIdle(page), event: withoutIdle(event) },
    },
  }
}
