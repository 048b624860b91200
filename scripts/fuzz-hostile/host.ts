import type { Input } from './input.ts'
import { faultsAlone } from './alone.ts'
import type { Fault } from './judge.ts'
import { publishedHere, type Published } from './published.ts'
import { startServiceProcess, type ServiceProcess } from './service.ts'
import { smallest } from './smallest.ts'

/** A service that is replaced when it has ended, or no longer answers. */
export type Host = {
  readonly published: Published
  readonly service: () => ServiceProcess
  /** How often one had to be replaced. */
  readonly replaced: () => number
  readonly replace: () => Promise<void>
  /** What is wrong with an input by itself. */
  readonly tryAlone: (input: Input, size?: number) => Promise<readonly Fault[]>
  /** Halves the input for as long as the same is wrong with it. */
  readonly smallestOf: (input: Input, fault: Fault) => Promise<number>
  readonly close: () => Promise<void>
}

/** Little room for what is kept, so that a run of minutes fills it. */
const SETTINGS = { CACHE_MB: '16' }

export const hostOf = async (): Promise<Host> => {
  const published = await publishedHere()
  let service = await startServiceProcess(SETTINGS)
  let count = 0
  const replace = async () => {
    count++
    if (service.ended() === null) await service.kill()
    service = await startServiceProcess(SETTINGS)
  }
  const tryAlone = async (input: Input, size = input.size) => {
    const faults = await faultsAlone(input, size, service, published)
    if (faults.some(({ kind }) => kind === 'died' || kind === 'silent')) await replace()
    return faults
  }
  return {
    published,
    service: () => service,
    replaced: () => count,
    replace,
    tryAlone,
    smallestOf: (input, { kind }) =>
      smallest(input.size, async size => (await tryAlone(input, size)).some(fault => fault.kind === kind)),
    close: async () => {
      published.close()
      await service.stop()
    },
  }
}
