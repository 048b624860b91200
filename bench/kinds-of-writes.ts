import { cpuMicrosOf, type Child } from './child.ts'
import type { Client } from './client.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 7
const WRITES = 200
const CONNECTIONS = [1, 8] as const

type Write = { readonly path: string; readonly body: Readonly<Record<string, unknown>> }
type Kind = { readonly name: string; readonly aim: number | null; readonly write: (n: number) => Write }

/** The calendar that is written to: of how many venues and as many organizers behind them, and of how many categories. */
type Around = { readonly places: number; readonly terms: number; readonly firstEvent: number }

const create = (title: string, linked: Write['body'] = {}): Write => ({
  path: '/events',
  body: { title, start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00', ...linked },
})

/** Plain creates first: with them the others are compared. `tag`: the id of `Known`; `plain`: ids of events that name nothing. */
const kindsOf = (
  { places, terms, firstEvent }: Around,
  { tag, plain }: { readonly tag: number; readonly plain: readonly number[] },
): readonly Kind[] => {
  const two = (n: number, of: number) => [n % of, (n + 1) % of] as const
  const retitle = (id: number | undefined, n: number) => ({
    path: `/events/${id}`,
    body: { title: `T ${n}` },
  })
  return [
    { name: 'create', aim: null, write: n => create(`Plain ${n}`) },
    {
      name: 'create with venue, organizers and terms by ids',
      aim: 1.5,
      write: n => {
        const organizer = two(n, places).map(nth => places + 1 + nth)
        const categories = two(n, terms).map(nth => 1 + nth)
        return create(`By ids ${n}`, { venue: 1 + (n % places), organizer, categories, tags: [tag] })
      },
    },
    {
      name: 'create with the same by names that are there',
      aim: 1.5,
      write: n => {
        const organizer = two(n, places).map(nth => ({ organizer: `Known team ${nth}` }))
        const categories = two(n, terms).map(nth => `Category ${nth}`)
        const venue = { venue: `Known hall ${n % places}` }
        return create(`By names ${n}`, { venue, organizer, categories, tags: ['Known'] })
      },
    },
    { name: 'change of a title', aim: 1.1, write: n => retitle(plain[n % plain.length], n) },
    {
      name: 'change of a title, with venue, organizer and category',
      aim: null,
      write: n => retitle(firstEvent + (n % WRITES), n),
    },
  ]
}

/** CPU of writes of each kind against that of plain creates, in turn, over one connection and over eight. */
export const kindsOfWrites = async (
  admin: Client,
  child: Child,
  root: string,
  around: Around,
): Promise<readonly Row[]> => {
  const idOf = async ({ path, body }: Write): Promise<number> => {
    const { status, text } = await admin.ask(`${root}${path}`, JSON.stringify(body))
    if (status !== 200 && status !== 201) throw new Error(`a write was answered ${status}: ${text}`)
    return (JSON.parse(text) as { readonly id: number }).id
  }
  const tag = await idOf({ path: '/tags', body: { name: 'Known' } })
  const plain = await Promise.all(Array.from({ length: WRITES }, (_, n) => idOf(create(`Nothing ${n}`))))
  const kinds = kindsOf(around, { tag, plain })
  let next = 0
  const micros = ({ write }: Kind, connections: number): Promise<number> => {
    let left = WRITES
    const connection = async (): Promise<void> => {
      while (left-- > 0) await idOf(write(next++))
    }
    return cpuMicrosOf(child, WRITES, () => Promise.all(Array.from({ length: connections }, connection)))
  }
  const all = CONNECTIONS.flatMap(connections =>
    kinds.map(kind => ({ connections, kind, rounds: [] as number[] })),
  )
  for (let round = 0; round <= ROUNDS; round++)
    for (const { connections, kind, rounds } of all) {
      const measured = await micros(kind, connections)
      // the first round warms up
      if (round > 0) rounds.push(measured)
    }
  return all.map(({ connections, kind: { name, aim }, rounds }): Row => {
    const plainly = all.find(one => one.connections === connections)?.rounds ?? []
    const ratio = name === 'create' ? null : median(rounds.map((own, n) => own / (plainly[n] ?? Number.NaN)))
    const over = `${connections} ${connections === 1 ? 'connection' : 'connections'}`
    return {
      name: `${name}, ${over}, in turn`,
      value: median(rounds),
      unit: 'CPU µs',
      ratio,
      aim,
      atMost: true,
    }
  })
}
