import { expect, it } from 'vitest'
import { beginToCollect, restWatch } from '../../../services/wiring/give-back-at-rest.ts'

const MIB = 1024 * 1024

it('a process that comes to rest is to collect once what work has left', () => {
  const isDue = restWatch()
  const look = (seconds: number, busy: number, mib: number) =>
    isDue({ busy, heldBytes: mib * MIB, monotonicMs: seconds * 1_000 })
  expect(look(0, 0, 100)).toBe(false)
  // at work
  expect(look(1, 0.9, 150)).toBe(false)
  expect(look(2, 0.2, 180)).toBe(false)
  // at rest
  expect(look(3, 0.01, 180)).toBe(true)
  expect(look(4, 0.05, 178)).toBe(false)
  expect(look(100, 0, 140)).toBe(false)
  // too little for what it costs
  expect(look(101, 0, 155)).toBe(false)
  expect(look(102, 0, 156)).toBe(true)
})

it('it does not collect at each of its short rests', () => {
  const isDue = restWatch()
  const look = (seconds: number, busy: number, mib: number) =>
    isDue({ busy, heldBytes: mib * MIB, monotonicMs: seconds * 1_000 })
  expect(look(0, 0, 100)).toBe(false)
  expect(look(1, 0, 130)).toBe(true)
  expect(look(2, 0, 100)).toBe(false)
  expect(look(3, 1, 130)).toBe(false)
  expect(look(4, 0, 130)).toBe(false)
  expect(look(15, 0, 130)).toBe(false)
  expect(look(16, 0, 130)).toBe(true)
})

it('the engine collects beside everything else when it is asked to', async () => {
  const gone: string[] = []
  const registry = new FinalizationRegistry<string>(name => gone.push(name))
  registry.register({ nobody: 'holds it' }, 'found')
  beginToCollect()
  await expect.poll(() => gone).toEqual(['found'])
})
