import { composeService } from '../../../services/wiring/compose.ts'
import { loadConfig } from '../../../shared/config.ts'
import { APPLICATION_PASSWORD, SCHOOL } from '../embedded-service.ts'
import { imports, platform, secondGeneration } from './everything-else.ts'
import { changeItems, createItems, makeMistakes, readItems, type Made } from './first-generation.ts'
import { tellerOn, type Teller, type Told } from './teller.ts'
import { quiet } from '../quiet.ts'

const ROLES = ['editor', 'author', 'contributor', 'subscriber'] as const
const DAY_MS = 86_400_000

type Service = Awaited<ReturnType<typeof composeService>>

/** Work with a service of this folder at an instant; it is stopped then. */
export const during = async <Result>(
  dataDir: string,
  ms: number,
  work: (teller: Teller, service: Service) => Promise<Result>,
): Promise<Result> => {
  const clock = { ms }
  const config = loadConfig({ ...SCHOOL, DATA_DIR: dataDir })
  const service = await composeService(
    config,
    quiet(() => clock.ms),
  )
  try {
    const teller = tellerOn({ ...service, clock }, APPLICATION_PASSWORD)
    // made the first time, and from then on given another password to ask with
    for (const role of ROLES) await teller.user(role, role)
    return await work(teller, service)
  } finally {
    await service.stop()
  }
}

export const FIRST_DAY = Date.UTC(2027, 0, 10, 17)

/** Everything that the script makes of items and imports. */
export const firstDay = async (teller: Teller): Promise<Made> => {
  const made = await createItems(teller)
  await changeItems(teller, made)
  await secondGeneration(teller, made)
  await imports(teller)
  return made
}

/** A day later: everything is read, changed, made and imported again. What was told. */
export const secondDay = (dataDir: string, made: Made): Promise<readonly Told[]> =>
  during(dataDir, FIRST_DAY + DAY_MS, async teller => {
    await readItems(teller, made)
    await makeMistakes(teller)
    await imports(teller)
    await changeItems(teller, made)
    await createItems(teller)
    await secondGeneration(teller, made)
    await platform(teller, made)
    return teller.told
  })
