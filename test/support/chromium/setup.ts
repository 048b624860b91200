import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  // augmenting vitest's own interface
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** Program of the browser; null: there is none on this machine. */
    readonly chromium: string | null
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Looks for the browser; with CI=true there has to be one. */
export default (project: TestProject): void => {
  const folders = (env['PATH'] ?? '').split(delimiter)
  const found = folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(existsSync) ?? null
  if (found === null && env['CI'] === 'true')
    throw new Error('there is no chromium here; run scripts/test-servers.sh')
  project.provide('chromium', found)
}
