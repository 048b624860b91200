import { cleaningThread } from '../../shared/cleaning/thread.ts'

let shared: ReturnType<typeof cleaningThread> | null = null

/** The thread that makes texts safe, as of the service itself but one for all services of this process. */
export const startSharedCleaning: typeof cleaningThread = () => {
  shared ??= cleaningThread()
  // whoever comes next goes on with it
  return { clean: shared.clean, close: async () => undefined }
}
