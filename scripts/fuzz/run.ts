import fc from 'fast-check'
import { documented } from './documented.ts'
import { exchangeWith, type Answer } from './exchange.ts'
import { mistakeIn } from './oracle.ts'
import { requests } from './request.ts'
import type { Request } from './shape.ts'
import { startWorld } from './world.ts'

type Mistake = {
  readonly number: number
  readonly what: string
  /** As a command line would send it. */
  readonly request: string
  readonly answer: string
}

export type Outcome = {
  readonly sent: number
  readonly mistakes: readonly Mistake[]
  /** Answers by status. */
  readonly statuses: { readonly [status: string]: number }
}

const CHUNK = 500
const MOST_MISTAKES = 20
const SHOWN = 2_000

const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length})` : text)

const shownRequest = ({ method, address, headers, body, caller }: Request) =>
  [
    `${method} ${shortened(address)} as ${caller}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${shortened(value)}`),
    ...(body === null ? [] : [shortened(JSON.stringify(body.toString('utf8')))]),
  ].join('\n')

const shownAnswer = (answer: Answer) =>
  answer.kind === 'broken' ? answer.why : `${answer.status} ${shortened(answer.text)}`

/** Sends so many requests to a service of its own; the same seed means the same requests. */
export const fuzz = async (count: number, seed: number): Promise<Outcome> => {
  const world = await startWorld()
  const generations = world.documents.map(({ namespace, document }) => ({
    namespace,
    documented: documented(document),
    isKnown: namespace === '/cal/events/v1',
  }))
  const exchange = exchangeWith(world)
  const arbitrary = requests(generations, world.pool)
  const mistakes: Mistake[] = []
  const statuses: Record<string, number> = {}
  let sent = 0
  try {
    while (sent < count && mistakes.length < MOST_MISTAKES) {
      const chunk = fc.sample(arbitrary, { seed: seed + sent, numRuns: Math.min(CHUNK, count - sent) })
      for (const request of chunk) {
        const before = request.batch === null ? 0 : world.head()
        const answer = await exchange.send(request)
        const moved = request.batch !== null && world.wroteSince(before)
        sent++
        const name = answer.kind === 'answer' ? String(answer.status) : 'broken'
        statuses[name] = (statuses[name] ?? 0) + 1
        const [reported] = world.reported()
        const what =
          mistakeIn(request, answer, moved) ?? (reported === undefined ? null : `reported: ${reported}`)
        if (what !== null)
          mistakes.push({ number: sent, what, request: shownRequest(request), answer: shownAnswer(answer) })
      }
    }
  } finally {
    exchange.close()
    await world.stop()
  }
  return { sent, mistakes, statuses }
}
