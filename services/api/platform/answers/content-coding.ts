/** How a body may be coded on its way (spec 01 §6.1). */
export type Coding = 'zstd' | 'br' | 'gzip'

/** Of codings that a client likes equally the first one: it costs least for what it saves (`docs/performance.md`). */
const OFFERED: readonly Coding[] = ['zstd', 'br', 'gzip']

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** null: it is none. */
const weightIn = (parameters: readonly string[]): number | null => {
  const [, weight = '1'] = parameters.find(one => one.startsWith('q='))?.split('=') ?? []
  return WEIGHT.test(weight) ? Number(weight) : null
}

/** What cannot be read counts as if it was not there. */
const weightsIn = (accepted: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(word => word.trim())
    const weight = weightIn(parameters)
    if (weight !== null) weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  return weights
}

/** The coding that `Accept-Encoding` prefers of those offered; null: none, or the body as it is. */
export const codingFor = (accepted: string | undefined): Coding | null => {
  if (accepted === undefined) return null
  const weights = weightsIn(accepted)
  const others = weights.get('*') ?? 0
  let best: Coding | null = null
  // a body as it is goes to everybody, but only who names it prefers it to what else is named
  let most = weights.get('identity') ?? 0
  for (const coding of OFFERED) {
    const weight = weights.get(coding) ?? others
    if (weight > most || (weight === most && weight > 0 && best === null)) [best, most] = [coding, weight]
  }
  return best
}
