import { randomInt } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { optionsOf } from '../options.ts'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { fuzzBodies, type Mistake } from './run.ts'

const Share = z.object({
  seed: z.int(),
  first: z.int(),
  step: z.int(),
  count: z.int(),
  until: z.number(),
})
type Share = z.infer<typeof Share>

/** What a thread tells: that it goes on, or how it ended. */
type Report = {
  readonly tried: number
  readonly mistakes: readonly Mistake[]
  readonly grownMb: number | null
}

const THREADS = 2
const SILENCE_MS = 30_000
const GROWTH_MB = 48
/** Bodies after which everything that is kept once is there. */
const WARM = 0.2

const collected = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 1_048_576
}

function* numbersOf({ first, step, count }: Share) {
  for (let number = first; number < count; number += step) yield number
}

const tryShare = (share: Share, tell: (report: Report) => void): void => {
  const mistakes: Mistake[] = []
  const total = Math.ceil((share.count - share.first) / share.step)
  let [tried, warm] = [0, 0]
  for (const mistake of fuzzBodies(share.seed, numbersOf(share))) {
    if (mistake !== null) mistakes.push(mistake)
    if (++tried === Math.ceil(total * WARM)) warm = collected()
    if (tried % 100 === 0) tell({ tried, mistakes: [], grownMb: null })
    if (Date.now() > share.until || mistakes.length >= 20) break
  }
  tell({ tried, mistakes, grownMb: warm === 0 ? 0 : collected() - warm })
}

const usage = 'usage: node scripts/fuzz-bodies/main.ts [--bodies NUMBER] [--seed NUMBER] [--seconds NUMBER]'

/** A thread that says nothing for long hangs; which body it was is between what it told and a hundred more. */
const watched = (share: Share): Promise<Report> =>
  new Promise(resolve => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    let last: Report = { tried: 0, mistakes: [], grownMb: null }
    const hung = () => {
      void worker.terminate()
      const what = `nothing came for ${SILENCE_MS} ms after ${last.tried} bodies of a thread`
      resolve({
        ...last,
        mistakes: [{ number: share.first + last.tried * share.step, name: '?', what, body: '' }],
      })
    }
    let timer = setTimeout(hung, SILENCE_MS)
    worker.on('message', (report: Report) => {
      clearTimeout(timer)
      last = report
      if (report.grownMb === null) timer = setTimeout(hung, SILENCE_MS)
      else resolve(report)
    })
    worker.on('error', error => {
      clearTimeout(timer)
      resolve({ ...last, mistakes: [{ number: -1, name: '?', what: String(error), body: '' }] })
    })
  })

const main = async (): Promise<void> => {
  const { values } = optionsOf(usage, {
    options: {
      bodies: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3600' },
      seed: { type: 'string' },
    },
  })
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  const [count, seconds] = [Number(values.bodies), Number(values.seconds)]
  if (![seed, count, seconds].every(Number.isSafeInteger) || count < 1 || seconds < 1) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  console.log(`seed ${seed}, ${count} bodies`)
  const started = Date.now()
  const until = started + seconds * 1_000
  const shares = Array.from({ length: THREADS }, (_, first) => ({ seed, first, step: THREADS, count, until }))
  const reports = await Promise.all(shares.map(watched))
  const mistakes = reports.flatMap(report => report.mistakes)
  for (const { number, name, what, body } of mistakes)
    console.log(`\n#${number} (${name}): ${what}\n${JSON.stringify(body)}`)
  const grown = reports.map(({ grownMb }) => grownMb ?? 0)
  const tried = reports.reduce((sum, report) => sum + report.tried, 0)
  const took = ((Date.now() - started) / 1_000).toFixed(1)
  const growth = grown.map(mb => mb.toFixed(1)).join(' and ')
  console.log(
    `\n${tried} of ${count} bodies in ${took} s, ${mistakes.length} mistakes, heap grown by ${growth} MB`,
  )
  if (mistakes.length > 0 || grown.some(mb => mb > GROWTH_MB)) process.exitCode = 1
}

if (isMainThread) await main()
else tryShare(Share.parse(workerData), report => parentPort?.postMessage(report))
