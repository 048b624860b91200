import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http } from '../shared/node-http.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { startServer, type Child } from './child.ts'
import { load } from './load.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const EVENTS = 10_000
const FIRST_DAY = '2026-06-01'
const ROUNDS = 3
const CONNECTIONS = 10
const LIST = '/index.php?rest_route=/cal/events/v1/events&start_date=2027-01-01'
const CODINGS = ['zstd', 'br', 'gzip'] as const

type Headers = Readonly<Record<string, string>>
type Asked = { readonly name: string; readonly headers: Headers; readonly anew?: true; readonly known?: true }

const accepting = (coding: string): Headers => ({ 'accept-encoding': coding })

/** The same address in every form; the plain one first. */
const FORMS: readonly Asked[] = [
  { name: 'repeated, plain', headers: {} },
  ...CODINGS.map(coding => ({ name: `repeated, ${coding}`, headers: accepting(coding) })),
  { name: 'repeated, 304', headers: {}, known: true },
]
const ANEW: readonly Asked[] = [
  { name: 'made anew, plain', headers: {}, anew: true },
  ...CODINGS.map(coding => ({
    name: `made anew, ${coding}`,
    headers: accepting(coding),
    anew: true as const,
  })),
]

/** Tag and bytes of the body of one answer. */
const answerAt = (url: string, path: string, headers: Headers) =>
  new Promise<{ readonly etag: string; readonly bytes: number }>((resolve, reject) => {
    http
      .get(`${url}${path}`, { headers, agent: false }, answer => {
        let bytes = 0
        answer.on('data', (part: Buffer) => (bytes += part.length))
        answer.on('end', () => resolve({ etag: String(answer.headers.etag), bytes }))
      })
      .on('error', reject)
  })

type Measured = { readonly bytes: number; readonly cpuMicros: number }

/** Asks `amount` times; what is to be made anew is asked for somebody new each time. */
const measure = async (
  child: Child,
  path: string,
  amount: number,
  { headers, anew, known, name }: Asked,
  round: number,
): Promise<Measured> => {
  const { service } = child.serving
  const { etag, bytes } = await answerAt(service, path, headers)
  const sent = known === true ? { ...headers, 'if-none-match': etag } : headers
  const paths =
    anew === true
      ? Array.from(
          { length: amount },
          (_, n) => `${path}&page=${1 + (n % 10)}&nobody=${encodeURIComponent(name)}-${round}-${n}`,
        )
      : [path]
  const before = await child.cpuSeconds()
  const { failures } = await load(service, paths, amount, CONNECTIONS, sent)
  // an answer without a body is no failure where it was asked for
  if (failures !== (known === true ? amount : 0)) throw new Error(`${failures} of ${amount} failed: ${name}`)
  const cpuMicros = (((await child.cpuSeconds()) - before) * 1_000_000) / amount
  return { bytes: known === true ? 0 : bytes, cpuMicros }
}

const KINDS = [
  { what: 'list of 10', path: LIST, amount: 1_000, forms: FORMS, known: 1 },
  { what: 'list of 10', path: LIST, amount: 300, forms: ANEW, known: null },
  { what: 'page of a month', path: '/events/month/2026-11/', amount: 100, forms: FORMS, known: 0.4 },
  { what: 'document', path: '/index.php?rest_route=/cal/events/v1/doc', amount: 100, forms: FORMS, known: 1 },
] as const

/** Medians; CPU of each form against that of the plain one of its round. `most`: of an answer without a body. */
const rowsOf = (
  what: string,
  forms: readonly Asked[],
  most: number | null,
  rounds: readonly (readonly Measured[])[],
): readonly Row[] =>
  forms.flatMap(({ name, anew, known, headers }, n): readonly Row[] => {
    const [first] = rounds
    const ratio = median(rounds.map(round => (round[n]?.cpuMicros ?? 0) / (round[0]?.cpuMicros ?? 0)))
    const isCoded = headers['accept-encoding'] !== undefined
    return [
      {
        name: `${what}, ${name}: ${first?.[n]?.bytes ?? 0} bytes`,
        value: median(rounds.map(round => round[n]?.cpuMicros ?? 0)),
        unit: 'CPU µs',
        ratio: n === 0 ? null : ratio,
        // what is kept is sent as it is kept; what is made anew may cost as much again
        aim: known === true ? most : isCoded ? (anew === true ? 2 : 1.2) : null,
        atMost: true,
      },
    ]
  })

/** Bytes and CPU of answers in every form: plain, in each coding, and none because the client has it. */
export const benchAnswers = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, EVENTS, FIRST_DAY)
    await store.close()
    const child = await startServer({ dataDir, samplePath: LIST })
    const rows: Row[] = []
    for (const { what, path, amount, forms, known } of KINDS) {
      const rounds: Measured[][] = []
      // the first round warms up
      for (let round = 0; round <= ROUNDS; round++) {
        const measured: Measured[] = []
        for (const form of forms) measured.push(await measure(child, path, amount, form, round))
        if (round > 0) rounds.push(measured)
      }
      rows.push(...rowsOf(what, forms, known, rounds))
    }
    await child.stop()
    return rows
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
