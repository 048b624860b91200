import { userId } from '../../../shared/kernel/brands.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import type { Context } from '../../handle.ts'
import { carry, carryingState, streamInUse } from '../../export/in/carrying.ts'
import { carryLinesOn, type CarryDeps } from '../../export/in/carry-lines.ts'
import { readLine } from '../../export/in/check-lines.ts'
import { isLineType, type LineOf, type LineType } from '../../export/format/lines.ts'
import { carryImage } from '../../images/carry-image.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { accept, type ArgumentKind, reject, required } from '../platform/arguments/arguments.ts'
import { idOf, integer, oneLine, text } from '../platform/arguments/kinds.ts'
import type { Call } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

export type CarryingDeskDeps = CarryDeps & {
  readonly accounts: Pick<Accounts, 'carryUser' | 'displace'>
  readonly directory: Pick<UsersInMemory, 'all'>
  readonly settled: () => Promise<void>
}

/** Texts, whatever stands in them. */
const texts: ArgumentKind<readonly string[]> = {
  read: (value, name) =>
    Array.isArray(value) && value.every(one => typeof one === 'string')
      ? accept(value)
      : reject('rest_invalid_type', `${name} is not a list of texts.`),
  declared: { type: 'array', items: { type: 'string' } },
  accepts: { type: 'array', items: { type: 'string' } },
}

const digest = required(text({ maxLength: 64 }), { description: 'Which export: the digest of its manifest.' })
/** Of a sequence of ids; far below those that dry runs make up. */
const highest = required(integer({ minimum: 0, maximum: 2 ** 51 }), {
  description: 'The highest id that was reserved there.',
})

/** Recorded as what it is: nobody here did it. */
const contextOf = (call: Call, which: string): Context => ({
  actor: null,
  at: isoOfMs(call.at.ms),
  source: 'export',
  route: 'import-export',
  correlation: `export-${which.slice(0, 16)}`,
  causation: null,
})

const REFUSED = {
  ended: 'an export was brought here before: it takes an empty service',
  other: 'another export is half here: bring that one to its end',
  none: 'no export was begun here',
} as const

/** null: this export is being brought. */
const notBegun = async ({ writing }: CarryingDeskDeps, which: string): Promise<Answer | null> => {
  const state = await carryingState(writing.store)
  if (state.status === 'begun' && state.digest === which) return null
  return unknown('digest', REFUSED[state.status === 'begun' ? 'other' : state.status])
}

/** Why the service is not empty; null: it is, but for the administrator of its first start. */
const inUse = async ({ writing, directory }: CarryingDeskDeps): Promise<string | null> => {
  const stream = await streamInUse(writing.store)
  if (stream !== null) return `the service is not empty: its log has the stream ${stream}`
  const users = directory.all().length
  return users > 1 ? `the service is not empty: it has ${users} users` : null
}

/** Begins, or goes on after an end in between; what is here of users by then is answered. */
const beginCommand = (deps: CarryingDeskDeps): Route =>
  command('carry-begin', { digest, post: highest, term: highest, user: highest }, async (input, call) => {
    const { store, ids } = deps.writing
    const context = contextOf(call, input.digest)
    const { status } = await carryingState(store)
    const used = status === 'none' ? await inUse(deps) : null
    if (used !== null) return unknown('digest', used)
    const begun = await carry(store, { type: 'Begin', digest: input.digest }, context)
    if (!begun.ok) return unknown('digest', REFUSED[begun.refusal.code])
    for (const sequence of ['post', 'term', 'user'] as const)
      await ids.reserveThrough(sequence, input[sequence], context)
    return json(200, { resumed: status === 'begun', users: deps.directory.all().map(({ id }) => id) })
  })

/** Whoever the first start made, and the export has nobody under the id. */
const displaceCommand = (deps: CarryingDeskDeps): Route =>
  command(
    'carry-displace',
    { digest, user: required(idOf(userId, integer({ minimum: 1 })), { description: 'Id of the user.' }) },
    async ({ digest: which, user }, call) => {
      const refused = await notBegun(deps, which)
      if (refused !== null) return refused
      await deps.accounts.displace(user, contextOf(call, which))
      return json(200, { user })
    },
  )

const unread = (line: number, why: string): Answer => unknown('lines', `line ${line + 1}: ${why}`)

const linesCommand = (deps: CarryingDeskDeps): Route => {
  const carryLines = carryLinesOn(deps)
  const args = {
    digest,
    type: required(oneLine(), { description: 'Name of the file, without what stands behind the dot.' }),
    lines: required(texts, { description: 'Some of its lines.' }),
  }
  return command('carry-lines', args, async ({ digest: which, type, lines }, call) => {
    const refused = await notBegun(deps, which)
    if (refused !== null) return refused
    if (!isLineType(type) || type === 'images') return unknown('type', 'no file of lines is named so')
    const read: LineOf<Exclude<LineType, 'images'>>[] = []
    for (const [n, line] of lines.entries()) {
      const one = readLine(type, line)
      if (!one.ok) return unread(n, one.why)
      read.push(one.line)
    }
    const wrong = await carryLines(type, read, contextOf(call, which))
    return wrong === null ? json(200, { lines: lines.length }) : unread(wrong.line, wrong.why)
  })
}

const imageCommand = (deps: CarryingDeskDeps): Route => {
  const args = {
    digest,
    lines: required(texts, { description: 'The line of the image.' }),
    files: required(texts, {
      description: 'Its files, base 64: the picture, and the smaller ones in order.',
    }),
  }
  return command('carry-image', args, async ({ digest: which, lines, files }, call) => {
    const refused = await notBegun(deps, which)
    if (refused !== null) return refused
    const read = readLine('images', lines[0] ?? '')
    if (!read.ok) return unknown('lines', read.why)
    const bytes = files.map(file => Buffer.from(file, 'base64'))
    const image = { ...read.line, bytes }
    const done = await carryImage(deps.writing.store, image, contextOf(call, which))
    return done.ok ? json(200, { id: image.id }) : unknown('lines', done.why)
  })
}

const endCommand = (deps: CarryingDeskDeps): Route =>
  command('carry-end', { digest }, async ({ digest: which }, call) => {
    const ended = await carry(deps.writing.store, { type: 'End', digest: which }, contextOf(call, which))
    if (!ended.ok) return unknown('digest', REFUSED[ended.refusal.code])
    await deps.settled()
    return json(200, {})
  })

/** `import-export` (spec 00 §6.5): what an export holds is recorded in an empty service. */
export const carryingCommands = (deps: CarryingDeskDeps): readonly Route[] => [
  beginCommand(deps),
  displaceCommand(deps),
  linesCommand(deps),
  imageCommand(deps),
  endCommand(deps),
]
