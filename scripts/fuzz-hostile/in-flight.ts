import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenIdle } from './alone.ts'
import { headOf } from './input.ts'
import type { Fault } from './judge.ts'
import { samplesOf, type Sample } from './samples.ts'
import type { ServiceProcess } from './service.ts'

const MIB = 1_048_576
const CONNECTIONS = 60
const PROMISED = 10 * MIB
const SENT = 4 * MIB
/** For all of them to be taken; who takes no more leaves the rest unread. */
const WAIT_MS = 5_000
/** What a process reads of bodies at once, and what its sockets hold besides. */
const MOST_HELD = 64 * MIB + 32 * MIB

/** A body of which so much comes and no more; `taken` resolves when all of that was. */
const withhold = ({ site }: ServiceProcess, sample: Sample, filler: Buffer) => {
  const socket = connect({ host: '127.0.0.1', port: site.port })
  const headers = sample.headers.filter(([name]) => name === 'Content-Type')
  const taken = new Promise<void>(resolve => {
    socket.on('close', resolve)
    socket.on('error', () => undefined)
    socket.write(headOf(site, { ...sample, headers, caller: 'guest' }, String(PROMISED)))
    socket.write(filler, () => resolve())
  })
  socket.resume()
  return { socket, taken }
}

/** Whether many bodies that are withheld, for every kind of route at once, fill the memory; null: they do not. */
export const bodiesInFlight = async (service: ServiceProcess): Promise<Fault | null> => {
  await whenIdle(service)
  const before = await service.memory()
  const samples = samplesOf(service.site)
  const filler = Buffer.alloc(SENT, 'a')
  const withheld = Array.from({ length: Math.ceil(CONNECTIONS / samples.length) }, () => samples)
    .flat()
    .map(sample => withhold(service, sample, filler))
  await Promise.race([Promise.all(withheld.map(({ taken }) => taken)), sleep(WAIT_MS)])
  const { heap, buffers } = await service.memory()
  for (const { socket } of withheld) socket.resetAndDestroy()
  await whenIdle(service)
  const held = heap + buffers - before.heap - before.buffers
  return held <= MOST_HELD
    ? null
    : {
        kind: 'memory',
        what: `${Math.round(held / MIB)} MiB are held of ${withheld.length} bodies that are withheld`,
      }
}
