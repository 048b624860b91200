// Tries to break a service in a process of its own, and judges its life, its time and its memory.
import { appendFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { optionsOf } from '../options.ts'
import type { Mistake } from './findings.ts'
import { kindNames } from './plan.ts'
import { fuzzHostile, tryOne } from './run.ts'

const usage =
  'usage: node scripts/fuzz-hostile/main.ts [--requests NUMBER] [--seed NUMBER] [--kind NAME] [--only NUMBER] [--report FILE]'

const { values } = optionsOf(usage, {
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string' },
    kind: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string' },
  },
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const requests = Number(values.requests)
const kind = values.kind ?? null
const only = values.only === undefined ? null : Number(values.only)
const isMeant = [seed, requests, only ?? 0].every(Number.isSafeInteger) && requests > 0
if (!isMeant || (kind !== null && !kindNames.includes(kind))) {
  console.error(`${usage}\nkinds: ${kindNames.join(', ')}`)
  process.exit(2)
}

const { report } = values
const tell = (line: string): void => {
  console.log(line)
  if (report !== undefined) appendFileSync(report, `${line}\n`)
}
const shown = ({ number, input, size, fault }: Mistake): string =>
  `\n${number === null ? '' : `#${number} × ${size} (again with --seed ${seed}${kind === null ? '' : ` --kind ${kind}`} --only ${number}) `}${input}\n→ ${fault.kind}: ${fault.what}`

const started = performance.now()
tell(only === null ? `seed ${seed}, ${requests} requests` : `seed ${seed}, input ${only}`)
const { mistakes, figures } =
  only === null
    ? await fuzzHostile({ requests, seed, kind, tell })
    : { mistakes: await tryOne(seed, only, kind), figures: null }
for (const mistake of mistakes) tell(shown(mistake))
const seconds = ((performance.now() - started) / 1_000).toFixed(1)
const { sent, faults, suspected } = figures ?? { sent: 1, faults: {}, suspected: null }
tell(
  `\n${sent} requests in ${seconds} s, wrong answers ${JSON.stringify(faults)}, suspected ${JSON.stringify(suspected)}, ${mistakes.length} mistakes`,
)
process.exitCode = mistakes.length === 0 ? 0 : 1
