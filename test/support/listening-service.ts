import { composeService } from '../../services/wiring/compose.ts'
import { listenService } from '../../services/wiring/listen.ts'
import { loadConfig } from '../../shared/config.ts'
import { freePort } from './free-port.ts'
import { quiet } from './quiet.ts'
import { ADMIN_PASSWORD } from './service-process.ts'

export type ListeningService = { readonly url: string; readonly stop: () => Promise<unknown> }

/** As `startService`, in this process: it listens, for commands in this process as well, and nobody can kill it. */
export const listeningService = async (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ListeningService> => {
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
    ADMIN_PASSWORD: 'not used here',
    ...settings,
  })
  const service = await composeService(config, quiet())
  return { url: await listenService(service, config), stop: service.stop }
}
