import { cleaningThread, type Cleaner } from '../../shared/cleaning/thread.ts'

const { clean } = cleaningThread()

/** The thread that makes texts safe, as of the service itself but for all services of this process: it stays open. */
export const startSharedCleaning = (): Cleaner => ({ clean, close: async () => undefined })
