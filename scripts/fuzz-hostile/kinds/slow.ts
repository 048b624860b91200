import type { Random } from '../../fuzz-bodies/random.ts'
import { headOf, type Input, type Kind } from '../input.ts'
import { isChunked, samplesOf, type Sample } from '../samples.ts'
import type { Site } from '../service.ts'
import { pickFrom } from '../targets.ts'

/** So many bytes come one by one, somewhere in the body. */
const SINGLE = 40

/** Bodies that come byte by byte, or that are promised and withheld. */
export const slow: Kind = site => {
  const samples = samplesOf(site)
  return random => slowly(pickFrom(samples, random), random, site)
}

const slowly = (sample: Sample, { number }: Random, site: Site): Input => {
  const isWithheld = number(2) === 0
  const caller = number(2) === 0 ? 'guest' : sample.caller
  const bytes = isWithheld ? number(sample.body.length) : sample.body.length
  const promised = isWithheld ? sample.body.length + 10 ** number(7) : bytes
  const pauseMs = number(2)
  const withheldMs = 40 + number(120)
  const single = number(bytes + 1)
  const pieces = [
    sample.body.subarray(0, single),
    ...Array.from({ length: Math.min(SINGLE, bytes - single) }, (_, at) =>
      sample.body.subarray(single + at, single + at + 1),
    ),
    sample.body.subarray(Math.min(bytes, single + SINGLE), bytes),
  ]
  return {
    kind: `slow ${sample.name}`,
    what: `${sample.method} ${sample.address} as ${caller}, ${bytes} of ${promised} bytes, one by one from ${single}`,
    size: 1,
    perform: async (_size, _salt, { send }) => {
      await send({
        ...{ caller, pieces, owed: isWithheld ? 'nothing' : 'end' },
        head: headOf(site, { ...sample, caller }, isChunked(sample) ? null : String(promised)),
        pauseMs,
        then: 'wait',
        waitMs: isWithheld ? withheldMs : 15_000,
      })
    },
  }
}
