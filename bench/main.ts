// Prints what `docs/performance.md` and its pages explain; every ratio is measured within this one run.
import '../services/runtime.ts'
import { misused, optionsOf } from '../scripts/options.ts'
import { table } from '../services/cli/table.ts'
import { type Kind, KINDS } from './kinds-of-requests.ts'
import type { Row } from './row.ts'

const USAGE = `usage: npm run bench -- [MEASUREMENT …] [--url esdb://…] [--only KIND …]
MEASUREMENT: log, documents, listing, answers, views, writes, import, kept, servers, round-trips, start; only when named: growth, large, import-log, volume, purges, move-in, verify, history, desk
--url: the log on that server instead of the embedded one and a double of EventStoreDB
--only: of servers nothing but the processor that requests of this kind take (${KINDS.join(', ')})`

const {
  positionals: wanted,
  values: { url, only = [] },
} = optionsOf(USAGE, {
  allowPositionals: true,
  options: { url: { type: 'string' }, only: { type: 'string', multiple: true } },
})

const kindNamed = (name: string): Kind =>
  KINDS.find(kind => kind === name) ?? misused(`no such kind of request: ${name}`, USAGE)

/** What a measurement needs is loaded when it begins: the usage is printed without it. */
const suites: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  log: async () => [
    ...(url === undefined ? await (await import('./log.ts')).benchLog() : []),
    ...(await (await import('./eventstore.ts')).benchEventStore(url)),
  ],
  documents: async () => (await import('./documents.ts')).benchDocuments(),
  listing: async () => (await import('./listing.ts')).benchListing(),
  answers: async () => (await import('./answers.ts')).benchAnswers(),
  views: async () => [
    ...(await (await import('./views.ts')).benchViews()),
    ...(await (await import('./pages.ts')).benchPages()),
  ],
  writes: async () => (await import('./writes.ts')).benchWrites(),
  import: async () => (await import('./import.ts')).benchImport(),
  kept: async () => (await import('./kept.ts')).benchKept(),
  servers: async () => (await import('./servers.ts')).benchServers(only.map(kindNamed)),
  'round-trips': async () => (await import('./round-trips.ts')).benchRoundTrips(),
  start: async () => [
    ...(await (await import('./start.ts')).benchStart()),
    ...(await (await import('./snapshot-starts.ts')).benchSnapshotStarts()),
  ],
  'import-log': async () => (await import('./import-log.ts')).benchImportLog(),
  growth: async () => (await import('./growth.ts')).benchGrowth(),
  large: async () => (await import('./large.ts')).benchLarge(),
  volume: async () => (await import('./volume.ts')).benchVolume(),
  'move-in': async () => (await import('./move-in.ts')).benchMoveIn(),
  verify: async () => (await import('./verify.ts')).benchVerify(),
  history: async () => (await import('./history.ts')).benchHistory(),
  desk: async () => (await import('./desk.ts')).benchDesk(),
  purges: async () => [
    ...(await (await import('./deletions.ts')).benchDeletions()),
    ...(await (await import('./purges.ts')).benchPurges()),
  ],
}
/** These take minutes: they are measured when they are named. */
const ON_REQUEST = [
  'growth',
  'large',
  'import-log',
  'volume',
  'purges',
  'move-in',
  'verify',
  'history',
  'desk',
]

const unknown = wanted.filter(name => !Object.hasOwn(suites, name))
if (unknown.length > 0) misused(`no such measurement: ${unknown.join(', ')}`, USAGE)

const digits = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

const verdict = ({ value, ratio, aim, atMost = false }: Row): string => {
  if (aim === null) return ''
  const measured = ratio ?? value
  return (atMost ? measured <= aim : measured >= aim) ? 'reached' : 'short of it'
}

for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ON_REQUEST.includes(name)) continue
  const rows = await suite()
  if (rows.length === 0) continue
  process.stdout.write(
    `\n${name}\n${table([
      ['measured', 'value', 'unit', 'ratio', 'aim', ''],
      ...rows.map(row => [
        row.name,
        digits(row.value),
        row.unit,
        row.ratio === null ? '' : digits(row.ratio),
        row.aim === null ? '' : `${row.atMost === true ? '≤' : '≥'} ${row.aim}`,
        verdict(row),
      ]),
    ])}\n`,
  )
}
