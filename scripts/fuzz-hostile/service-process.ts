// The service that is asked, in a process of its own: its figures go over a channel that only its parent has.
import { z } from 'zod'
import { httpFetcher } from '../../shared/http-fetcher.ts'
import { startWorld } from '../fuzz/world.ts'
import { memoryNow, meterOn } from './meter.ts'

const Order = z.discriminatedUnion('what', [
  z.object({ id: z.int(), what: z.literal('reading') }),
  z.object({ id: z.int(), what: z.literal('memory') }),
  z.object({ id: z.int(), what: z.literal('operate'), name: z.string(), body: z.looseObject({}) }),
  z.object({ id: z.int(), what: z.literal('stop') }),
])

const SETTINGS = z.record(z.string(), z.string())

const tell = (message: object): void => {
  process.send?.(message)
}

/** Feeds and pictures are served by the parent, which is on no open internet. */
const anywhere = httpFetcher({ policy: { mayReach: () => true, mayUsePort: () => true } })

const world = await startWorld({
  settings: SETTINGS.parse(JSON.parse(process.argv[2] ?? '{}')),
  fetcher: anywhere,
})
const cookies = await world.signIn()
const routes = await fetch(`http://127.0.0.1:${world.port}/index.php?rest_route=/`)
const meter = meterOn()

const DOCUMENTS = /^belltower_documents\{collection="([^"]+)"\} (\d+)$/gm

const documentsHeld = async (): Promise<Readonly<Record<string, number>>> => {
  const figures = await (await fetch(`http://127.0.0.1:${world.port}/metrics`)).text()
  return Object.fromEntries(
    [...figures.matchAll(DOCUMENTS)].map(([, name = '', size]) => [name, Number(size)]),
  )
}

const obey = async (order: z.infer<typeof Order>): Promise<unknown> => {
  switch (order.what) {
    case 'reading':
      return { ...meter.read(), reported: world.reported() }
    case 'memory': {
      const documents = await documentsHeld()
      const memory = { ...(await memoryNow()), logBytes: world.logBytes(), documents }
      // collecting and counting were ours
      meter.read()
      return memory
    }
    case 'operate':
      return world.operate(order.name, order.body)
    case 'stop':
      meter.stop()
      return world.stop()
  }
}

process.on('message', message => {
  const order = Order.parse(message)
  obey(order)
    .then(
      answer => tell({ id: order.id, answer: answer ?? null }),
      (error: unknown) => tell({ id: order.id, failed: String(error) }),
    )
    .finally(() => {
      if (order.what === 'stop') process.disconnect()
    })
})
// nobody is left who would ask
process.on('disconnect', () => process.exit(0))
const { port, pool, credentials } = world
tell({ ready: { port, pool, credentials, cookies, index: await routes.json() } })
