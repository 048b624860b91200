import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  // augmenting vitest's own interface
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** Where the browser of all files is reached; null: there is none on this machine. */
    readonly chromium: string | null
  }
}

/** The first that there is: the one without windows takes three quarters of the processor time of the others. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** No script of a page runs for long enough to be worth what compiling it once more, for speed, takes of other threads. */
const ARGS = ['--js-flags=--no-opt,--no-maglev']

/** Starts one browser for all files, each of which has windows of its own in it; with CI=true there has to be one. */
export default async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const folders = (env['PATH'] ?? '').split(delimiter)
  const found = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync) ?? null
  if (found === null && env['CI'] === 'true')
    throw new Error('there is no chromium here; run scripts/test-servers.sh')
  if (found === null) {
    project.provide('chromium', null)
    return undefined
  }
  const server = await chromium.launchServer({ executablePath: found, args: ARGS, host: '127.0.0.1' })
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}
