import { generatedSeed, sampleSeeds, type Seed } from './bodies.ts'
import { judged } from './judge.ts'
import { mutated } from './mutate.ts'
import { randomFrom, type Random } from './random.ts'

/** A body that was not read as it should be: which one, what happened, and how it begins. */
export type Mistake = {
  readonly number: number
  readonly name: string
  readonly what: string
  readonly body: string
}

/** Milliseconds of processor time that no body may take. */
const HANG_MS = 2_000
/** Samples that make hundreds of items each are as good as others and far slower. */
const LARGE = /^(?:01|26|39)_/
const SHOWN = 2_000

/** As programs write it that know no other Unicode, in either order, with its mark or without. */
const asUtf16 = (body: Buffer, { number }: Random): Buffer => {
  const text = Buffer.from((number(2) === 0 ? '\ufeff' : '') + body.toString('utf8'), 'utf16le')
  return number(2) === 0 ? text : text.swap16()
}

/** The body of a number: the same for the same seed, whatever was tried before. */
const seedOf = (samples: readonly Seed[], seed: number, number: number): Seed => {
  const random = randomFrom(Math.imul(seed, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35))
  const picked = samples[random.number(samples.length * 2)]
  const isSlow = picked !== undefined && LARGE.test(picked.name) && random.number(20) > 0
  const start = picked === undefined || isSlow ? generatedSeed(random) : picked
  const body = mutated(start.body, random)
  return {
    ...start,
    body: random.number(25) === 0 ? asUtf16(body, random) : body,
    ...(start.kind === 'ics' && random.number(4) === 0 ? { former: start.body } : {}),
  }
}

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const tried = (body: Seed, again = true): string | null => {
  const before = processorMs()
  try {
    const wrong = judged(body)
    const took = processorMs() - before
    if (wrong !== null || took <= HANG_MS) return wrong
    // a collection or a busy neighbour may fall into one reading; what a body costs shows each time
    return again ? tried(body, false) : `took ${Math.round(took)} ms, twice too long`
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** Tries bodies one by one; yields after each, with what was wrong with it. */
export function* fuzzBodies(seed: number, numbers: Iterable<number>): Generator<Mistake | null, void> {
  const samples = sampleSeeds()
  for (const number of numbers) {
    const body = seedOf(samples, seed, number)
    const what = tried(body)
    yield what === null
      ? null
      : { number, name: body.name, what, body: body.body.toString('latin1').slice(0, SHOWN) }
  }
}
