import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { during, FIRST_DAY, firstDay, secondDay } from '../../support/script/twins.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { differingIn, withoutListTags } from '../../support/without-positions.ts'

it('00 §6.5 a service that an export was brought to answers a day of requests byte for byte as the other one', async () => {
  const [here, there] = [temporaryFolder(), join(temporaryFolder(), 'there')]
  const folder = join(temporaryFolder(), 'export')
  const made = await during(here, FIRST_DAY, firstDay)
  const exported = await cli(here, ['export', folder, '--with-secrets', '--json'])
  expect(exported.output).toContain('"events":')
  expect(exported.code).toBe(0)
  const brought = await cli(there, ['import-export', folder])
  expect(brought.output).toContain('accounts have no passwords')
  expect(brought.code).toBe(0)
  const verified = await cli(there, ['verify', '--json'])
  expect(JSON.parse(verified.stdout)).toMatchObject({ wrong: 0, problems: [] })

  const [told, toldThere] = [await secondDay(here, made), await secondDay(there, made)]
  expect(told.length).toBeGreaterThan(250)
  expect(toldThere).toHaveLength(told.length)
  expect(differingIn(withoutListTags(told), withoutListTags(toldThere))).toEqual([])
})
