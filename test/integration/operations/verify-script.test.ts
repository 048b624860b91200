import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { composeService } from '../../../services/wiring/compose.ts'
import { loadConfig } from '../../../shared/config.ts'
import { cli } from '../../support/cli.ts'
import { APPLICATION_PASSWORD } from '../../support/embedded-service.ts'
import { histories, imports, platform, secondGeneration } from '../../support/script/everything-else.ts'
import { changeItems, createItems, makeMistakes, readItems } from '../../support/script/first-generation.ts'
import { tellerOn } from '../../support/script/teller.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it('a script of more than 300 requests leaves a log in which nothing is wrong, and so does its backup', async () => {
  const [dataDir, clock] = [temporaryFolder(), { ms: Date.UTC(2027, 0, 10, 17) }]
  const config = loadConfig({
    DATA_DIR: dataDir,
    SITE_URL: 'https://school.example',
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'the account password',
    ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
  })
  const service = await composeService(config, { nowMs: () => clock.ms, log: pino({ level: 'silent' }) })
  try {
    const teller = tellerOn({ ...service, clock }, APPLICATION_PASSWORD)
    for (const role of ['editor', 'author', 'contributor', 'subscriber']) await teller.user(role, role)
    const made = await createItems(teller)
    await readItems(teller, made)
    await makeMistakes(teller)
    await changeItems(teller, made)
    await secondGeneration(teller, made)
    await platform(teller, made)
    await imports(teller)
    await histories(teller, made)
    expect(teller.told.length).toBeGreaterThan(300)
  } finally {
    await service.stop()
  }
  const { code, stdout } = await cli(dataDir, ['verify', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ wrong: 0, problems: [] })
  expect(code).toBe(0)
  const backup = join(temporaryFolder(), 'script.backup')
  const made = await cli(dataDir, ['backup', backup, '--json'])
  expect(JSON.parse(made.stdout)).toMatchObject({ wrong: 0, problems: [] })
}, 180_000)
