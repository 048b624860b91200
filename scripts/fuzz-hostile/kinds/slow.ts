import { headOf, type Kind } from '../input.ts'
import { isChunked, samplesOf } from '../samples.ts'

/** Bodies that come byte by byte, or that are promised and withheld. */
export const slow: Kind = ({ number }, site) => {
  const samples = samplesOf(site)
  const sample = samples[number(samples.length)]
  if (sample === undefined) throw new Error('there are no samples')
  const isWithheld = number(2) === 0
  const caller = number(2) === 0 ? 'guest' : sample.caller
  const bytes = isWithheld ? number(sample.body.length) : sample.body.length
  const promised = isWithheld ? sample.body.length + 10 ** number(7) : bytes
  const pauseMs = number(2)
  const withheldMs = 300 + number(500)
  const pieces = Array.from({ length: bytes }, (_, at) => sample.body.subarray(at, at + 1))
  return {
    kind: `slow ${sample.name}`,
    what: `${sample.method} ${sample.address} as ${caller}, ${bytes} of ${promised} bytes one by one`,
    size: 1,
    perform: async (_size, _salt, { send }) => {
      await send({
        ...{ caller, pieces, owed: !isWithheld },
        head: headOf(site, { ...sample, caller }, isChunked(sample) ? null : String(promised)),
        pauseMs,
        then: 'wait',
        waitMs: isWithheld ? withheldMs : 15_000,
      })
    },
  }
}
