import type { Config } from '../shared/config.ts'
import type { JobHandler } from '../shared/jobs/port.ts'
import { sealerOn, type SealDeps } from '../services/seals/seal.ts'

type SealLogDeps = SealDeps & { readonly config: Pick<Config, 'SEAL_MINUTES' | 'SEAL_RECORDS'> }

/** Job `log.seal`: seals what came since the last seal, if that is due; who asks too often does no harm. */
export const sealLog = (deps: SealLogDeps): JobHandler<'log.seal'> => {
  const { SEAL_MINUTES: minutes, SEAL_RECORDS: records } = deps.config
  const seal = sealerOn(deps)
  return async (_, { signal }) => {
    if (minutes > 0) await seal({ records, ms: minutes * 60_000 }, signal)
  }
}
