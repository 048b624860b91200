import type { Holding } from '../../shared/event-store/holding.ts'

/** For services that nobody tells to hold their writes. */
export const NOT_HELD: Pick<Holding, 'set' | 'over'> = { set: async () => false, over: async () => undefined }
