import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signedOut, triedToSignIn } from '../fuzz/world-users.ts'
import type { Random } from '../fuzz-bodies/random.ts'
import { headOf, rest, whole, type Talk } from '../fuzz-hostile/input.ts'
import { purging } from '../fuzz-hostile/kinds/content.ts'
import type { Site } from '../fuzz-hostile/service.ts'

/** Does something whose time counts. */
export type Timed = <Done>(doing: string, act: (talk: Talk) => Promise<Done>) => Promise<Done>

const READS = [
  ...['/', '/events/', '/events/list/', '/events/month/2027-03/', '/events/day/2027-03-04/', '/events/ical'],
  ...['/cal/events/v1/events', '/cal/events/v1/events&page=2', '/cal/events/v1/events&search=event'].map(
    rest,
  ),
  ...[
    '/cal/events/v1/venues',
    '/cal/events/v1/organizers',
    '/cal/events/v1/categories',
    '/calx/v1/events',
  ].map(rest),
  ...['/cal/views/v2/html&u=/events/month/2027-04/', '/cal/views/v2/html&u=/events/list/', '/'].map(rest),
  ...[rest('/cal/events/v1/doc'), '/sign-in', '/health/ready', '/metrics'],
] as const

/** One of what everybody reads. */
export const read = async (site: Site, random: Random, timed: Timed): Promise<void> => {
  const address = READS[random.number(READS.length)] ?? '/'
  const wire = whole(site, { address, headers: [['Accept', 'text/html']] })
  await timed(`GET ${address}`, ({ send }) => send(wire))
}

/** The short life of an event. */
export const write = async (site: Site, salt: number, timed: Timed): Promise<void> => {
  const as = { headers: [['Content-Type', 'application/json']], caller: 'editor' } as const
  const when = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }
  const event = Buffer.from(JSON.stringify({ title: `Soak ${salt}`, status: 'publish', ...when }))
  const created = whole(site, { ...as, method: 'POST', address: rest('/cal/events/v1/events'), body: event })
  const heard = await timed('POST events', ({ send }) => send(created))
  const [, id] = heard.kind === 'answer' ? (/"id":(\d+)/.exec(heard.text) ?? []) : []
  if (id === undefined) return
  const address = rest(`/cal/events/v1/events/${id}`)
  const changed = whole(site, { ...as, method: 'PATCH', address, body: Buffer.from('{"cost":"5"}') })
  await timed('PATCH events', ({ send }) => send(changed))
  await timed('DELETE events', ({ send }) => send(purging(site, 'events', Number(id))))
}

/** The account of `sit`: hostile requests guess the passwords of all others, and have them refused for a while. */
export const SITTER = 'sitter'

/**
 * In and out again. Wrong guesses are counted by address, too (spec 01 §8.4), and all attacks come from this one: to be
 * told to come again later is right.
 */
export const sit = async ({ port }: Site, timed: Timed): Promise<void> => {
  const address = `http://127.0.0.1:${port}`
  const { status, cookie } = await timed('sign in', () => triedToSignIn(address, SITTER))
  if (status === 429) return
  if (status !== 302) throw new Error(`${SITTER} cannot sign in: ${status}`)
  await timed('sign out', () => signedOut(address, cookie))
}

const STREAM_MS = 5_000

/** Watches an import for a while, as the page of an import does. */
export const stream = async (site: Site, { operate }: Talk): Promise<void> => {
  const opened = await operate('register-import', { source: 'soak-stream' })
  const importId = String(opened['import_id'])
  const socket = connect({ host: '127.0.0.1', port: site.port })
  socket.on('error', () => undefined).resume()
  socket.write(
    headOf(site, { address: `/admin/imports/${importId}/progress/stream`, caller: 'editor' }, null),
  )
  await sleep(STREAM_MS)
  socket.destroy()
  await operate('delete-import', { import_id: importId })
}
