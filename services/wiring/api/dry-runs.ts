import { setImmediate as nextTurn } from 'node:timers/promises'
import { changesOf, type ToldFact } from '../../../projections/history/changes.ts'
import { importStatusKept } from '../../../projections/import-status/store.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { dryWork } from '../../../workers/import-batch/dry-run.ts'
import { dryRuns, type DryRunDeps, type DryRuns } from '../../imports/dry-run/dry-runs.ts'
import { scratchDocuments } from '../drivers.ts'
import { importSiteOf } from '../read-side/site.ts'
import type { ApiParts } from './parts.ts'

/** Records between which everything else has its turn. */
const SLICE = 20

/** The read model of imports, of these records alone. */
const recordOf: DryRunDeps['recordOf'] = async records => {
  const { apply, queries } = await importStatusKept(scratchDocuments(), chunk => chunk)
  let slice: StoredRecord[] = []
  const handOn = async () => {
    await apply(slice)
    slice = []
    await nextTurn()
  }
  for (const record of records) {
    slice.push(record)
    if (slice.length === SLICE) await handOn()
  }
  await handOn()
  return queries
}

/** What was encoded a moment ago has no former form: it need not be decoded. */
const changed: DryRunDeps['changesOf'] = ({ type, data }) => changesOf({ type, ...data } as ToldFact)

/** Imports that are only tried, on the parts of a process. */
export const composedDryRuns = (parts: ApiParts, deps: Pick<DryRunDeps, 'operate' | 'files'>): DryRuns =>
  dryRuns({
    ...deps,
    recordOf,
    changesOf: changed,
    workOn: dryWork({
      site: importSiteOf(parts.store, parts.site),
      images: parts.images,
      clean: parts.clean,
      nowMs: parts.nowMs,
      warn: (message, error) => parts.report(error, message),
    }),
  })
