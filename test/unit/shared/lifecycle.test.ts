import { describe, expect, it } from 'vitest'
import { stopAll } from '../../../shared/lifecycle.ts'

describe('stopAll', () => {
  it('stops in reverse order of start', async () => {
    const order: string[] = []
    const part = (name: string) => ({
      name,
      stop: async () => {
        order.push(name)
      },
    })
    expect(await stopAll([part('log'), part('documents'), part('http')], 1_000, () => undefined)).toBe(
      'clean',
    )
    expect(order).toEqual(['http', 'documents', 'log'])
  })

  it('names a part that hangs and one that fails, and goes on with the others', async () => {
    const said: string[] = []
    const stopped: string[] = []
    const outcome = await stopAll(
      [
        { name: 'log', stop: async () => void stopped.push('log') },
        { name: 'broken', stop: () => Promise.reject(new Error('no')) },
        { name: 'stuck', stop: () => new Promise<void>(() => undefined) },
      ],
      20,
      message => said.push(message),
    )
    expect(outcome).toBe('forced')
    expect(said[0]).toBe('stuck did not stop: late')
    expect(stopped).toEqual(['log'])
  })
})
