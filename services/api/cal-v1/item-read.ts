import { endOfTime } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { canRead } from '../../../shared/rights.ts'
import { type Answer, markedJson } from '../platform/answers/answer.ts'
import { optional, required } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { integer, text } from '../platform/arguments/kinds.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import { mayEdit, type Finder } from '../items/access.ts'
import type { Owned } from '../items/deps.ts'
import type { Locked, Unlock } from '../items/unlock.ts'

type Readable = Owned & Locked

/** How a kind of item is read. */
export type Reading<Found> = {
  readonly noun: ItemKind
  readonly unlock: Unlock
  /** `open`: with everything although it is protected. */
  readonly answer: (item: Found, call: Call, open: boolean) => Promise<Answer> | Answer
}

/** Nobody keeps what was answered to a password. */
const privately = (answer: Answer): Answer => ({ ...answer, noStore: true })

const tooMany = ({ retryAfterS }: { readonly retryAfterS: number }): Answer =>
  privately({ ...refused('rest_too_many_attempts'), headers: [['Retry-After', String(retryAfterS)]] })

/** The rules of a single read (spec 02 §4), in their order. */
const read = async <Found extends Readable>(
  { noun, unlock, answer }: Reading<Found>,
  item: Found | null,
  password: string | undefined,
  call: Call,
): Promise<Answer> => {
  const { caller } = call
  if (item === null) return refused(`rest-${noun}-not-found`)
  if (item.values.status === 'trash')
    return refused(mayEdit(caller, item) ? `${noun}-no-longer-available` : `rest-${noun}-not-found`)
  if (!canRead(caller, item.values)) return refused(`${noun}-not-accessible`)
  if (item.values.password === '' || (call.context === 'edit' && mayEdit(caller, item)))
    return answer(item, call, true)
  if (password === undefined) return answer(item, call, false)
  const unlocked = unlock(item, password, { address: call.address, ms: call.at.ms })
  if (!unlocked.ok && unlocked.code === 'too-many') return tooMany(unlocked)
  return privately(await answer(item, call, unlocked.ok))
}

/** The object of a single read; it stays until something is written, unless a password opened it. */
export const readAnswer = (text: string, { values }: Readable): Answer => {
  // ASCII, as all objects are
  const answer = markedJson(200, { text, mark: text })
  return values.password === '' ? { ...answer, until: endOfTime } : answer
}

/** `GET …/{id}`. */
export const readById = <Found extends Readable>(
  reading: Reading<Found>,
  { find }: Pick<Finder<Found>, 'find'>,
): Endpoint =>
  endpoint({
    methods: ['GET'],
    args: {
      id: required(integer(), { description: `Id of the ${reading.noun}.` }),
      password: optional(text({ minLength: 1 }), { description: `Password of a protected ${reading.noun}.` }),
    },
    handle: async ({ password }, call) => read(reading, await find(call), password, call),
  })

/** `GET …/by-slug/{slug}`. */
export const readBySlug = <Found extends Readable>(
  reading: Reading<Found>,
  { find }: Pick<Finder<Found>, 'find'>,
): Endpoint =>
  endpoint({
    methods: ['GET'],
    args: { slug: required(text(), { description: `Slug of the ${reading.noun}.` }) },
    handle: async (_, call) => read(reading, await find(call), undefined, call),
  })
