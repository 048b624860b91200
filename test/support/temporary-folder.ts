import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder to be taken away by whoever asked for it. */
export const madeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'belltower-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A folder that goes with the running test. */
export const temporaryFolder = (): string => {
  const { folder, remove } = madeFolder()
  onTestFinished(remove)
  return folder
}
