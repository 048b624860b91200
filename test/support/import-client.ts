import { setTimeout as sleep } from 'node:timers/promises'
import { authorization, type ServiceProcess } from './service-process.ts'

export type Body = Readonly<Record<string, unknown>>

export type Answer = { readonly status: number; readonly text: string; readonly body: Body }

export type Opened = {
  readonly import_id: string
  readonly batch_hash: string
  readonly callback_root: string
}

type Item = {
  readonly position: number
  readonly outcome: string
  readonly reason: string | null
  readonly id: number
}

export type Shown = {
  readonly status: string
  readonly reason: string | null
  readonly percentage_complete: number
  readonly total_events: number
  readonly received: number
  readonly processed: number
  readonly activity: { readonly cal_events: { readonly created: readonly number[] } }
  readonly log: readonly { readonly message_slug: string; readonly message: string }[]
  readonly items: readonly Item[]
}

export type Place = {
  readonly of?: number
  readonly done?: number
  readonly total?: number
  readonly percentage?: number
}

export const batchOf = (hash: unknown, events: readonly Body[] | undefined, place: Place = {}): Body => {
  const { of = 1, done = 0, total = events?.length ?? 0, percentage = 50 } = place
  return {
    batch_hash: hash,
    percentage_complete: percentage,
    interval: 10,
    status: { data: { total, done: 0 }, batch: { total: of, done } },
    ...(events === undefined ? {} : { events }),
  }
}

export const stateOf = (hash: unknown, status: string, over: Body = {}): Body => ({
  batch_hash: hash,
  percentage_complete: 100,
  status,
  message: '',
  message_slug: '',
  ...over,
})

/** Names of refused arguments. */
export const refused = ({ status, body }: Answer): readonly string[] => {
  const { params } = body['data'] as { params: object }
  return [String(status), String(body['code']), ...Object.keys(params)]
}

export const invalidOn = (...names: string[]) => ['400', 'rest_invalid_param', ...names]

export const nothing = { created: [], updated: [], skipped: [], scheduled: [] }

/** What senders and administrators of imports ask of a service. */
export const importClient = (service: () => ServiceProcess) => {
  const send = async (method: string, path: string, body?: Body, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service().url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, body: JSON.parse(text) as Body }
  }
  /** A guest's call: the hash is the secret. */
  const callback = (importId: string, kind: 'batch' | 'state', body: Body): Promise<Answer> =>
    send('POST', `/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/${kind}`, body)
  const admin = (method: string, path: string, body?: Body) => send(method, path, body, { authorization })
  const register = async (over: Body = {}): Promise<Opened> => {
    const { body } = await admin('POST', '/admin/imports', { origin: 'url', source: 'feed', ...over })
    return body as unknown as Opened
  }
  const show = async (importId: string): Promise<Shown> =>
    (await admin('GET', `/admin/imports/${importId}`)).body as unknown as Shown
  const until = async (importId: string, isThere: (shown: Shown) => boolean): Promise<Shown> => {
    for (;;) {
      const shown = await show(importId)
      if (isThere(shown)) return shown
      await sleep(10)
    }
  }
  const processed = (importId: string, count: number) => until(importId, shown => shown.processed >= count)
  const closed = (importId: string) =>
    until(importId, ({ status, received, processed: done }) => status !== 'pending' && done >= received)
  const events = async (): Promise<number> => {
    const path = '/index.php?rest_route=/cal/events/v1/events&start_date=0001-01-01&end_date=9999-12-31'
    return Number((await send('GET', path)).body['total'])
  }
  return { send, callback, admin, register, show, until, processed, closed, events }
}
