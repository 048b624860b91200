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

/** CPU milliseconds of all processes of a deployment, for one request of each kind. */
export type CpuOfRequests = Readonly<Record<keyof typeof CPU_KINDS | 'idle', number>>

/** As many of each are asked, one after the other; each a day of February or a month of its own. */
const ASKED = 20
const MONTHS = 12
const IDLE_MS = 5_000

export const CPU_KINDS = {
  create: 'create',
  title: 'change of a title',
  repeated: 'list, repeated',
  list: 'list made anew',
  month: 'page of a month made anew',
  event: 'single event',
} as const

/** Of each process since it began, milliseconds. The question itself costs some: it is asked before and after many. */
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
  const during = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await cpuOf(guest, members)
    await work()
    return (await cpuOf(guest, members)) - before
  }
  const each = async (request: (n: number) => Promise<unknown>, amount = ASKED): Promise<number> => {
    const taken = await during(async () => {
      for (let n = 0; n < amount; n++) await request(n)
      await sleep(AFTER_MS)
    })
    return taken / amount
  }
  const month = (n: number) => ask(`/events/month/2027-${String(n + 1).padStart(2, '0')}/`)
  const cpu = {
    create: await each(requests.create),
    title: await each(requests.title),
    list: await each(requests.list),
    repeated: await each(() => ask(`${LIST}&start_date=2027-02-01`), 10 * ASKED),
    month: await each(month, MONTHS),
    event: await each(() => ask(`${LIST}/${id}`), 10 * ASKED),
    idle: (await during(() => sleep(IDLE_MS))) / (IDLE_MS / 1_000),
  }
  admin.close()
  guest.close()
  return cpu
}
