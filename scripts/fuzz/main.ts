import { randomInt } from 'node:crypto'
import { optionsOf } from '../options.ts'

const USAGE = 'usage: node scripts/fuzz/main.ts [--requests NUMBER] [--seed NUMBER]'

const { values } = optionsOf(USAGE, {
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const count = Number(values.requests)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
  console.error(USAGE)
  process.exit(2)
}

// the usage is printed without it
const { fuzz } = await import('./run.ts')
const started = performance.now()
console.log(`seed ${seed}, ${count} requests`)
const { sent, mistakes, statuses } = await fuzz(count, seed)
for (const { number, what, request, answer } of mistakes)
  console.log(`\n#${number}: ${what}\n${request}\n→ ${answer}`)
const seconds = ((performance.now() - started) / 1_000).toFixed(1)
console.log(
  `\n${sent} requests in ${seconds} s, answers ${JSON.stringify(statuses)}, ${mistakes.length} mistakes`,
)
process.exitCode = mistakes.length === 0 ? 0 : 1
