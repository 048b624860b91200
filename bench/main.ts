// Prints what `docs/performance.md` explains; every ratio is measured within this one run.
import '../services/runtime.ts'
import { misused, optionsOf } from '../scripts/options.ts'
import { table } from '../services/cli/table.ts'
import { benchAnswers } from './answers.ts'
import { benchDesk } from './desk.ts'
import { benchDocuments } from './documents.ts'
import { benchEventStore } from './eventstore.ts'
import { benchGrowth } from './growth.ts'
import { benchHistory } from './history.ts'
import { benchImport } from './import.ts'
import { benchImportLog } from './import-log.ts'
import { benchKept } from './kept.ts'
import { benchLarge } from './large.ts'
import { benchListing } from './listing.ts'
import { benchLog } from './log.ts'
import { benchMoveIn } from './move-in.ts'
import type { Row } from './row.ts'
import { benchDeletions } from './deletions.ts'
import { benchPurges } from './purges.ts'
import { benchRoundTrips } from './round-trips.ts'
import { benchServers } from './servers.ts'
import { benchSnapshotStarts } from './snapshot-starts.ts'
import { benchStart } from './start.ts'
import { benchVerify } from './verify.ts'
import { benchPages } from './pages.ts'
import { benchViews } from './views.ts'
import { benchVolume } from './volume.ts'
import { benchWrites } from './writes.ts'

const USAGE = `usage: npm run bench -- [MEASUREMENT …] [--url esdb://…]
MEASUREMENT: log, documents, listing, answers, views, writes, import, kept, servers, round-trips, start; only when named: growth, large, import-log, volume, purges, move-in, verify, history, desk
--url: the log on that server instead of the embedded one and a double of EventStoreDB`

const {
  positionals: wanted,
  values: { url },
} = optionsOf(USAGE, { allowPositionals: true, options: { url: { type: 'string' } } })

const suites: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  log: async () => [...(url === undefined ? await benchLog() : []), ...(await benchEventStore(url))],
  documents: () => benchDocuments(),
  listing: benchListing,
  answers: benchAnswers,
  views: async () => [...(await benchViews()), ...(await benchPages())],
  writes: benchWrites,
  import: benchImport,
  kept: benchKept,
  servers: benchServers,
  'round-trips': benchRoundTrips,
  start: async () => [...(await benchStart()), ...(await benchSnapshotStarts())],
  'import-log': benchImportLog,
  growth: benchGrowth,
  large: benchLarge,
  volume: benchVolume,
  'move-in': benchMoveIn,
  verify: benchVerify,
  history: benchHistory,
  desk: benchDesk,
  purges: async () => [...(await benchDeletions()), ...(await benchPurges())],
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
