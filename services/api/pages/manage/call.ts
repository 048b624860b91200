import type { Context } from '../../../handle.ts'
import type { Held } from '../../../accounts/sessions.ts'
import { type Answer, shown } from '../../platform/answers/answer.ts'
import type { Call, SentArguments } from '../../platform/call.ts'
import { type CleanTextsAhead, type Endpoint, runEndpoint } from '../../platform/route.ts'
import type { Visit } from '../page.ts'

/** What is asked of an endpoint at the desk. */
type Asked = {
  /** Declared path of the page that asks, e.g. `POST /manage/events/{id}`. */
  readonly route: string
  readonly correlation: string
  readonly sent: SentArguments
  /** Of the item; absent: it is a new one. */
  readonly id?: number
}

/** The call of an endpoint for somebody at the desk (spec 07 §1). */
export const callAt = (held: Held, { at, address }: Visit, { id, ...asked }: Asked): Call => ({
  ...asked,
  caller: held.user,
  at,
  address,
  path: id === undefined ? {} : { id: String(id) },
  context: 'view',
  source: 'desk',
})

/** Metadata of what is done at the desk without an endpoint. */
export const atDesk = (context: Context): Context => ({ ...context, source: 'desk' })

/** What became of a command; `params`: refused arguments, by name, with why. */
export type Outcome =
  | { readonly ok: true; readonly id: number }
  | {
      readonly ok: false
      readonly status: number
      readonly message: string
      readonly params: Readonly<Record<string, string>>
    }

type Told = {
  readonly id?: number
  readonly previous?: { readonly id: number }
  readonly message?: string
  readonly data?: { readonly params?: Readonly<Record<string, string>> | readonly string[] }
}

/** Reads the answer of an endpoint. */
const outcomeOf = ({ status, text }: Answer): Outcome => {
  const told = JSON.parse(text) as Told
  if (status < 300) return { ok: true, id: told.id ?? told.previous?.id ?? 0 }
  const params = told.data?.params ?? {}
  return {
    ok: false,
    status,
    message: told.message ?? '',
    params: Array.isArray(params)
      ? Object.fromEntries((params as readonly string[]).map(name => [name, `${name} is needed.`]))
      : (params as Readonly<Record<string, string>>),
  }
}

/** Asks endpoints of the interface without HTTP; `ahead` cleans long texts beside the main thread, `sent`: arguments. */
export const asking =
  (ahead: CleanTextsAhead) =>
  async (endpoint: Endpoint, call: Call, sent = call.sent): Promise<Outcome> =>
    outcomeOf(await shown(await runEndpoint(endpoint, { sent, hidden: {} }, call, ahead)))
