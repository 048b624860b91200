import { basic, embeddedService, type EmbeddedService } from './embedded-service.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Shown = {
  readonly subscription_id: string
  readonly secret: string
  readonly status: string
  readonly delivered: number
  readonly needs_help: boolean
  readonly failing: { readonly reason: string; readonly attempts: number; readonly due_at: string } | null
  readonly waiting: readonly { readonly item: string; readonly reason: string; readonly found: string }[]
}

/** A service that may tell this machine. */
export const tellingService = (
  clock: { ms: number } = { ms: Date.UTC(2027, 4, 1, 20) },
  folder = temporaryFolder(),
) => embeddedService({ DELIVERY_NETWORKS: '127.0.0.1' }, folder, () => clock.ms)

export const subscribed = async (
  service: EmbeddedService,
  url: string,
  more: object = {},
): Promise<Shown> => {
  const { body } = await service.ask('POST /admin/subscriptions', { body: { name: 'App', url, ...more } })
  return body as Shown
}

export const shownOf = async (service: EmbeddedService, { subscription_id: id }: Shown): Promise<Shown> => {
  const { body } = await service.ask(`GET /admin/subscriptions/${id}`)
  return body as Shown
}

/** Of an hour; answers its id. */
export const madeEvent = async (
  service: EmbeddedService,
  title: string,
  more: object = {},
): Promise<number> => {
  const { body } = await service.ask('POST /cal/events/v1/events', {
    headers: basic('admin'),
    body: { title, start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00', ...more },
  })
  return (body as { readonly id: number }).id
}

export const retitled = (service: EmbeddedService, id: number, title: string) =>
  service.ask(`POST /cal/events/v1/events/${id}`, { body: { title } })
