import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { MAX_APPEND_BYTES, RecordTooLarge } from '../../../shared/event-store/port.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { fresh, known, followUntil, recordsOf, isLive, type World } from './world.ts'

export const stored = (world: World): void => {
  describe('what is stored', () => {
    it('returns what JSON keeps, not what the caller held', async () => {
      const data: JsonObject = { kept: [1, 'zwei', null, true, { deep: -0.5 }] }
      const given = { ...data, at: new Date(0), gone: undefined } as unknown as JsonObject
      await world.store.append(world.stream, [fresh(given)], 'absent')
      const [read] = await world.store.read(world.stream)
      expect(read?.data).toEqual({ ...data, at: '1970-01-01T00:00:00.000Z' })
      expect(Object.keys(read?.data ?? {})).not.toContain('gone')
    })

    it('does not notice what happens to the caller’s objects afterwards', async () => {
      const data = { list: [1] }
      const appending = world.store.append(world.stream, [fresh(data)], 'absent')
      data.list.push(2)
      await appending
      expect((await world.store.read(world.stream))[0]?.data).toEqual({ list: [1] })
    })

    it('returns every member of a record', async () => {
      const given = known('q', world.salt, { n: 1 })
      const { revision, position } = await world.store.append(world.stream, [given], 'absent')
      expect(await world.store.read(world.stream)).toEqual([
        { ...given, stream: world.stream, revision, position },
      ])
    })

    it('keeps every character', async () => {
      const odd = '\u0000 \u2028 \\" é e\u0301 日本 🎭 \ud800'
      await world.store.append(world.stream, [fresh({ [odd]: odd, ['__proto__']: 1 })], 'absent')
      const data = (await world.store.read(world.stream))[0]?.data ?? {}
      expect(Object.entries(data)).toEqual([
        [odd, odd],
        ['__proto__', 1],
      ])
    })

    it.each(['Bühne/Größe %2F 100%', '日本/🎭', 'a b?c#d', 'é', 'e\u0301', 'o\'clock"', 'x_%*[a]'])(
      'tells the stream %s from every other',
      async tail => {
        const odd = streamName(`${world.prefix}${tail}`)
        await world.append('ab', 'absent', odd)
        await world.append('c', 'absent', streamName(`${odd}x`))
        expect(await world.letters(odd)).toBe('ab')
        expect((await world.store.read(odd))[0]?.stream).toBe(odd)
        const steps = await followUntil(world.store, null, [odd], isLive)
        expect(recordsOf(steps).map(r => r.stream)).toEqual([odd, odd, `${odd}x`])
      },
    )

    it('takes 800 kB and refuses what is over the limit, as a whole', async () => {
      await world.store.append(world.stream, [fresh({ text: 'x'.repeat(800_000) })], 'absent')
      const half = fresh({ text: 'ü'.repeat(MAX_APPEND_BYTES / 4) })
      const other = streamName(`${world.prefix}2`)
      await expect(world.store.append(other, [half, half, fresh()], 'absent')).rejects.toBeInstanceOf(
        RecordTooLarge,
      )
      expect(await world.store.read(other)).toEqual([])
      expect((await world.store.read(world.stream))[0]?.data['text']).toHaveLength(800_000)
    })
  })
}
