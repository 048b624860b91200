import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Nobody can look into it, whatever rights the tests run with. */
const closedFolder = (): string => {
  const folder = join(temporaryFolder(), 'circle')
  symlinkSync(folder, folder)
  return folder
}

it.each([
  ['verify'],
  ['seals', 'export', 'seals.jsonl'],
  ['backup', 'backup.belltower'],
  ['export', 'export'],
  ['report-user', 'ada'],
  ['copy-log', '--to', 'sqlite:copy'],
])('%s does not say of a log that it may not look at that it is not there', async (...words) => {
  const dataDir = closedFolder()
  const { code, output } = await cli(dataDir, words, undefined, undefined, { INIT_CWD: temporaryFolder() })
  expect(output).toContain(`the log ${join(dataDir, 'log.sqlite')} cannot be used: ELOOP`)
  expect(output).not.toContain('there is no such file')
  expect(code).toBe(1)
})

it('what the system refuses is told in one line, with the name of the file', async () => {
  const file = join(temporaryFolder(), 'letter.txt')
  writeFileSync(file, 'mine')
  const closed = closedFolder()
  const dataDir = temporaryFolder()
  expect(await cli(dataDir, ['copy-log', '--to', `sqlite:${file}`])).toMatchObject({
    code: 1,
    output: `belltower: ENOTDIR: not a directory, scandir '${file}'\n`,
  })
  const manifest = join(closed, 'manifest.json')
  expect(await cli(dataDir, ['import-export', closed])).toMatchObject({
    code: 1,
    output: `belltower: ELOOP: too many symbolic links encountered, lstat '${manifest}'\n`,
  })
})
