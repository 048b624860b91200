import { expect, it } from 'vitest'
import { epochMs, imageId } from '../../../../shared/kernel/brands.ts'
import { importContext } from '../../../../services/imports/apply/context.ts'
import { importImages, ImageUnderWay } from '../../../../services/imports/apply/images.ts'
import type { FetchedImage } from '../../../../services/images/by-address.ts'
import { plusMs } from '../../../../shared/kernel/time/calculate.ts'

const context = importContext('imp', epochMs(0))

const world = (answer: (address: string) => FetchedImage | Promise<FetchedImage>) => {
  const clock = { ms: epochMs(1_000) }
  const asked: string[] = []
  const imageOf = importImages({
    exists: async id => id === 40,
    byAddress: {
      allows: address => address.startsWith('https://'),
      fetch: async address => {
        asked.push(address)
        return answer(address)
      },
    },
    nowMs: () => clock.ms,
  })
  return { clock, asked, get: (sent: string) => imageOf(sent, context) }
}
const dead = (): FetchedImage => ({ ok: false, reason: 'timeout' })

it('05 §7 image: an id or an address', async () => {
  const { asked, get } = world(() => ({ ok: true, id: imageId(41), added: true }))
  expect(await get('40')).toEqual({ id: 40, added: false })
  expect(await get('42')).toBeNull()
  expect(await get('https://feed.example/a.png')).toEqual({ id: 41, added: true })
  expect(await get('file:///etc/passwd')).toBeNull()
  expect(await get('http://10.0.0.1/a.png')).toBeNull()
  expect(asked).toEqual(['https://feed.example/a.png'])
})

it('asks a dead host twice a minute at most, and others on', async () => {
  const { clock, asked, get } = world(address =>
    address.includes('dead') ? dead() : { ok: true, id: imageId(41), added: false },
  )
  for (let n = 0; n < 10; n++) expect(await get(`https://dead.example/${n}.png`)).toBeNull()
  expect(asked).toHaveLength(2)
  expect(await get('https://feed.example/a.png')).toEqual({ id: 41, added: false })
  clock.ms = plusMs(clock.ms, 60_000)
  for (let n = 0; n < 10; n++) await get(`https://dead.example/${n}.png`)
  expect(asked.filter(address => address.includes('dead'))).toHaveLength(3)
})

it('asks nobody for a while when everybody is dead', async () => {
  const { asked, get } = world(dead)
  for (let n = 0; n < 30; n++) await get(`https://host${n}.example/a.png`)
  expect(asked).toHaveLength(8)
})

it('a picture that is none says nothing about its host', async () => {
  const { asked, get } = world(() => ({ ok: false, reason: 'not_an_image' }))
  for (let n = 0; n < 5; n++) await get(`https://feed.example/${n}.png`)
  expect(asked).toHaveLength(5)
})

it('fetches four at once', async () => {
  let inside = 0
  let most = 0
  const { get } = world(async () => {
    most = Math.max(most, ++inside)
    await new Promise(resolve => setImmediate(resolve))
    inside--
    return { ok: true, id: imageId(41), added: false }
  })
  await Promise.all(Array.from({ length: 20 }, (_, n) => get(`https://feed.example/${n}.png`)))
  expect(most).toBe(4)
})

it('05 §7 image: who waits long is told so, and what came of it when asking again', async () => {
  const slow = Promise.withResolvers<FetchedImage>()
  const { asked, get } = world(() => slow.promise)
  await expect(get('https://slow.example/a.png')).rejects.toBeInstanceOf(ImageUnderWay)
  await expect(get('https://slow.example/a.png')).rejects.toBeInstanceOf(ImageUnderWay)
  slow.resolve({ ok: true, id: imageId(41), added: true })
  expect(await get('https://slow.example/a.png')).toEqual({ id: 41, added: true })
  expect(asked).toHaveLength(1)
})

it('05 §7 image: a fault while nobody waited is forgotten, and the image asked for anew', async () => {
  const slow = Promise.withResolvers<FetchedImage>()
  const { asked, get } = world(() =>
    asked.length === 1 ? slow.promise : { ok: true, id: imageId(41), added: false },
  )
  await expect(get('https://slow.example/a.png')).rejects.toBeInstanceOf(ImageUnderWay)
  slow.reject(new Error('the disk is full'))
  await slow.promise.catch(() => undefined)
  await new Promise(resolve => setImmediate(resolve))
  expect(await get('https://slow.example/a.png')).toEqual({ id: 41, added: false })
})

it('slow fetches do not keep others from beginning', async () => {
  const { asked, get } = world(address =>
    address.includes('slow')
      ? new Promise<never>(() => undefined)
      : { ok: true, id: imageId(41), added: false },
  )
  const slow = Array.from({ length: 4 }, (_, n) => get(`https://slow${n}.example/a.png`))
  await Promise.allSettled(slow)
  expect(await get('https://feed.example/a.png')).toEqual({ id: 41, added: false })
  expect(asked).toHaveLength(5)
})
