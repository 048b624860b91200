import { utcTime } from '../../shared/kernel/brands.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { csvItems } from '../../services/imports/csv/parse.ts'
import { icsItems } from '../../services/imports/ics/parse.ts'

/** A body outside of the heap, read to its end in a thread whose heap is bounded; tells how many items it held. */
const { body, kind } = workerData as { readonly body: SharedArrayBuffer; readonly kind: 'ics' | 'csv' }
const bytes = new Uint8Array(body)
const steps =
  kind === 'csv'
    ? csvItems(bytes, { dateOrder: 'MDY' })
    : icsItems(bytes, { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'America/New_York' })
let count = 0
for (const step of steps) if (step !== 'pause') count++
parentPort?.postMessage(count)
