import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BODY_SILENCE_MS } from '../../shared/limits/requests.ts'
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

/** How often as many bodies as that are withheld one after the other. */
const ROUNDS = 20
/** What may be left of them all when they have gone: what a process holds goes up and down by as much. */
const MOST_LEFT = 8 * MIB
/** Longer than a body may be silent. */
const ENDED_MS = BODY_SILENCE_MS + 10_000

/** A body of which so much comes and no more; `taken` resolves when all of that was. */
const withhold = ({ site }: ServiceProcess, sample: Sample, filler: Buffer) => {
  const socket = connect({ host: '127.0.0.1', port: site.port })
  const headers = sample.headers.filter(([name]) => name === 'Content-Type')
  const ended = new Promise<void>(resolve => {
    socket.on('close', () => resolve())
  })
  const taken = new Promise<void>(resolve => {
    socket.on('close', resolve)
    socket.on('error', () => undefined)
    socket.write(headOf(site, { ...sample, headers, caller: 'guest' }, String(PROMISED)))
    socket.write(filler, () => resolve())
  })
  socket.resume()
  return { socket, taken, ended }
}

/** Bodies for every kind of route at once; resolves when what is sent of them was taken, or will not be. */
const withheldAtOnce = async (service: ServiceProcess, bytes: number) => {
  const samples = samplesOf(service.site)
  const filler = Buffer.alloc(bytes, 'a')
  const withheld = Array.from({ length: Math.ceil(CONNECTIONS / samples.length) }, () => samples)
    .flat()
    .map(sample => withhold(service, sample, filler))
  await Promise.race([Promise.all(withheld.map(({ taken }) => taken)), sleep(WAIT_MS)])
  return withheld
}

/** Whether many bodies that are withheld fill the memory; null: they do not. */
export const bodiesInFlight = async (service: ServiceProcess): Promise<Fault | null> => {
  await whenIdle(service)
  const before = await service.memory()
  const withheld = await withheldAtOnce(service, SENT)
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

/** Some go away by themselves, the others are sent away. */
const round = async (service: ServiceProcess, isPatient: boolean): Promise<number> => {
  const withheld = await withheldAtOnce(service, 1)
  if (!isPatient) for (const { socket } of withheld) socket.resetAndDestroy()
  const ended = Promise.all(withheld.map(one => one.ended)).then(() => 0)
  const left = () => withheld.filter(({ socket }) => !socket.destroyed).length
  const still = await Promise.race([ended, sleep(ENDED_MS).then(left)])
  for (const { socket } of withheld) socket.destroy()
  return still
}

/** Whether heads without the rest of their requests, again and again, leave anything behind; null: nothing. */
export const bodiesWithheldAgain = async (service: ServiceProcess): Promise<Fault | null> => {
  // what comes with the first ones stays
  await round(service, false)
  await whenIdle(service)
  const before = await service.memory()
  let still = 0
  for (let one = 1; one <= ROUNDS; one++) still += await round(service, one === ROUNDS)
  await whenIdle(service)
  const after = await service.memory()
  const grown = after.heap + after.buffers - before.heap - before.buffers
  const sockets = after.sockets - before.sockets
  return still === 0 && sockets <= 0 && grown <= MOST_LEFT
    ? null
    : {
        kind: 'memory',
        what: `of ${ROUNDS} times ${CONNECTIONS} heads without a body ${still} are not sent away, ${sockets} sockets and ${Math.round(grown / MIB)} MiB stay`,
      }
}
