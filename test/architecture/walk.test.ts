import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** So many files of ours somebody reads who follows a title change from the socket to the answer. */
const MOST_FILES = 70

const walk = join(import.meta.dirname, '../../scripts/walk/main.ts')

// a service is started for it
it(`a title change runs through at most ${MOST_FILES} files`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [walk])
  const [, said] = /^on the path of the request, (\d+) files/m.exec(stdout) ?? []
  const listed = stdout.split('\n\n', 1)[0]?.split('\n') ?? []
  expect(listed.length).toBe(Number(said))
  expect(listed).toContain('services/api/platform/engine.ts')
  expect(listed.length).toBeLessThanOrEqual(MOST_FILES)
})
