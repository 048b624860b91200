// Looks a log through as the command does, and tells what that took.
import '../services/runtime.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { openScan, openTally } from '../services/wiring/drivers.ts'
import { verifyLog } from '../services/verify/verify.ts'
import { cpuSeconds } from './cpu.ts'

/** What looking through a log took. */
export type Looked = {
  readonly records: number
  readonly wrong: number
  readonly ms: number
  readonly cpuSeconds: number
  /** The most memory that the process ever had. */
  readonly peakBytes: number
}

const [DATA_DIR = ''] = process.argv.slice(2)
const begun = performance.now()
const scan = await openScan({ DATA_DIR, EVENTSTORE_URL: undefined }, () => undefined)
const tally = openTally()
const { records, wrong } = await verifyLog({
  ...{ scan, tally, against: [], tell: () => undefined },
  pause: ms => sleep(ms),
  signal: new AbortController().signal,
})
tally.close()
await scan.close()
const looked: Looked = {
  ...{ records, wrong, ms: performance.now() - begun, cpuSeconds: cpuSeconds() },
  peakBytes: process.resourceUsage().maxRSS * 1_024,
}
process.send?.(looked)
