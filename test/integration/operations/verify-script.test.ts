import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { wholeScript } from '../../support/script/whole.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it('a script of more than 300 requests leaves a log in which nothing is wrong, and so does its backup', async () => {
  const dataDir = temporaryFolder()
  expect((await wholeScript({ DATA_DIR: dataDir })).length).toBeGreaterThan(300)
  const { code, stdout } = await cli(dataDir, ['verify', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ wrong: 0, problems: [] })
  expect(code).toBe(0)
  const backup = join(temporaryFolder(), 'script.backup')
  const made = await cli(dataDir, ['backup', backup, '--json'])
  expect(JSON.parse(made.stdout)).toMatchObject({ wrong: 0, problems: [] })
})
