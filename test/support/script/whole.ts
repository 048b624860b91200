import { pino } from 'pino'
import { composeService } from '../../../services/wiring/compose.ts'
import { loadConfig } from '../../../shared/config.ts'
import { APPLICATION_PASSWORD, SCHOOL } from '../embedded-service.ts'
import { histories, imports, platform, secondGeneration } from './everything-else.ts'
import { changeItems, createItems, makeMistakes, readItems } from './first-generation.ts'
import { tellerOn, type Told } from './teller.ts'

const NOW = Date.UTC(2027, 0, 10, 17)

/** The whole script at a service of this process, which is stopped then: what was answered. `env`: at least its folder. */
export const wholeScript = async (env: Readonly<Record<string, string>>): Promise<readonly Told[]> => {
  const clock = { ms: NOW }
  const config = loadConfig({ ...SCHOOL, ...env })
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
    return teller.told
  } finally {
    await service.stop()
  }
}
