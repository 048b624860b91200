import { headOf, type Input, type Talk } from '../input.ts'
import { isChunked, samplesOf, type Sample } from '../samples.ts'
import type { Site } from '../service.ts'
import type { Wire } from '../wire.ts'

/** `told`: the length is that of what is sent, so the request is whole and only its body is cut. */
const WAYS = ['told', 'close', 'reset'] as const
type Way = (typeof WAYS)[number]

const GONE_MS = 3_000

const cutWire = (site: Site, sample: Sample, at: number, way: Way): Wire => {
  const length = way === 'told' ? at : sample.body.length
  const told = way === 'told' && !isChunked(sample)
  return {
    caller: sample.caller,
    head: headOf(site, sample, isChunked(sample) ? null : String(length)),
    pieces: [sample.body.subarray(0, at)],
    pauseMs: 0,
    then: told ? 'wait' : way === 'reset' ? 'reset' : 'close',
    waitMs: told ? 15_000 : GONE_MS,
    owed: told ? 'answer' : 'nothing',
  }
}

/** Every position of every sample, in every way. */
export const cutsOf = (site: Site): readonly Input[] =>
  samplesOf(site).flatMap(sample =>
    WAYS.flatMap(way =>
      Array.from({ length: sample.body.length }, (_, at): Input => ({
        kind: `cut ${sample.name}`,
        what: `${sample.method} ${sample.address} as ${sample.caller}, ${at} of ${sample.body.length} bytes, ${way}`,
        size: 1,
        perform: async (_size, _salt, { send }: Talk) => {
          await send(cutWire(site, sample, at, way))
        },
      })),
    ),
  )
