import { expect, it } from 'vitest'
import { removePictures } from '../../../../../services/api/pages/manage/pictures/remove.ts'
import type { PictureDeps } from '../../../../../services/api/pages/manage/pictures/deps.ts'
import type { Page, Visit } from '../../../../../services/api/pages/page.ts'
import type { Held } from '../../../../../services/accounts/sessions.ts'

const held = { user: { id: 2, login: 'editor', role: 'editor' }, session: 's' } as unknown as Held
const site = { baseUrl: 'https://school.example', name: 'School' }
const at = { ms: 0, nowUtc: '2027-01-10 17:00:00', site }

/** Pictures `ids`, of which `meanwhile` changes what is there or used while one is removed. */
const removed = async (
  ids: readonly number[],
  meanwhile: (id: number, uses: Map<number, number>) => 'done' | 'unknown',
): Promise<string> => {
  const uses = new Map(ids.map(id => [id, 0]))
  const deps = {
    pictures: {
      byId: (id: number) => {
        const count = uses.get(id)
        return Promise.resolve(
          count === undefined ? null : { _id: id, uses: count, values: { file: `${id}.png` }, addedBy: 2 },
        )
      },
      usesOf: () => Promise.resolve([{ _id: 90, kind: 'event' }]),
    },
    events: {
      byIds: () =>
        Promise.resolve([{ _id: 90, values: { title: 'Concert', author: 2, status: 'publish' }, was: null }]),
    },
    venues: { byIds: () => Promise.resolve([]) },
    organizers: { byIds: () => Promise.resolve([]) },
    pictureChanges: { remove: (id: number) => Promise.resolve(meanwhile(id, uses)) },
    desk: { isNonceOf: () => Promise.resolve(true) },
    newCorrelation: () => 'c',
    settled: () => Promise.resolve(),
  } as unknown as PictureDeps
  const form = Object.fromEntries([['id', Object.fromEntries(ids.map(id => [id, String(id)]))]])
  const shown = await removePictures(deps)(held, { at, form, address: '::1' } as unknown as Visit)
  const { markup } = (shown as Page).main
  return markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('07 §8 each picture is looked at just before it is removed, and every one of them is named', async () => {
  const asked: number[] = []
  const said = await removed([1, 2, 3, 4], (id, uses) => {
    asked.push(id)
    // while the first goes, somebody chooses the second, and somebody else removes the third
    uses.set(2, 1)
    uses.delete(3)
    return id === 4 ? 'unknown' : 'done'
  })
  expect(asked).toEqual([1, 4])
  expect(said).toContain('2.png: It is used by Concert (event).')
  expect(said).toContain('Picture 3: It is not there any more.')
  expect(said).toContain('4.png: It is not there any more.')
  expect(said).toMatch(/Refused .* 1\.png All pictures/)
})
