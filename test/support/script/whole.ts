import { composeService } from '../../../services/wiring/compose.ts'
import { loadConfig } from '../../../shared/config.ts'
import { APPLICATION_PASSWORD, SCHOOL } from '../embedded-service.ts'
import { histories, imports, platform, secondGeneration } from './everything-else.ts'
import { changeItems, createItems, makeMistakes, readItems } from './first-generation.ts'
import { tellerOn, type Teller, type Told } from './teller.ts'
import { quiet } from '../quiet.ts'

const NOW = Date.UTC(2027, 0, 10, 17)

type Env = Readonly<Record<string, string>>

const opened = async (env: Env, ms: number, passwords?: Map<string, string>) => {
  const clock = { ms }
  const config = loadConfig({ ...SCHOOL, ...env })
  const service = await composeService(
    config,
    quiet(() => clock.ms),
  )
  return { clock, service, teller: tellerOn({ ...service, clock }, APPLICATION_PASSWORD, passwords) }
}

const play = async (teller: Teller): Promise<void> => {
  for (const role of ['editor', 'author', 'contributor', 'subscriber']) await teller.user(role, role)
  const made = await createItems(teller)
  await readItems(teller, made)
  await makeMistakes(teller)
  await changeItems(teller, made)
  await secondGeneration(teller, made)
  await platform(teller, made)
  await imports(teller)
  await histories(teller, made)
}

/** The whole script at a service of this process, which is stopped then: what was answered. `env`: at least its folder. */
export const wholeScript = async (env: Env): Promise<readonly Told[]> => {
  const { service, teller } = await opened(env, NOW)
  try {
    await play(teller)
    return teller.told
  } finally {
    await service.stop()
  }
}

/** What the script has asked for and what it needs to be asked for again, an hour later. */
export type Played = Pick<Teller, 'asked' | 'passwords'> & { readonly ms: number }

/** The whole script; the service is stopped then. */
export const playedScript = async (env: Env): Promise<Played> => {
  const { service, teller, clock } = await opened(env, NOW)
  try {
    await play(teller)
    return { asked: teller.asked, passwords: teller.passwords, ms: clock.ms + 3_600_000 }
  } finally {
    await service.stop()
  }
}

/** Everything again that changes nothing, at a service on the same facts. */
export const readAgain = async (env: Env, { asked, passwords, ms }: Played): Promise<readonly Told[]> => {
  const { service, teller } = await opened(env, ms, passwords)
  try {
    for (const [request, sent] of asked)
      if (/^(?:GET|HEAD|OPTIONS) /.test(request)) await teller.ask(request, { ...sent, still: true })
    return teller.told
  } finally {
    await service.stop()
  }
}
