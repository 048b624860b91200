import { expect } from 'vitest'
import { keptTexts } from '../../projections/event-listing/kept-texts.ts'
import type * as KeptCalx from '../../projections/event-listing/kept-calx.ts'

const waiting: (() => Promise<void>)[] = []
/** How often all objects of a list were those that were kept. */
export const kept = { times: 0 }

const shownOf = (objects: Awaited<ReturnType<KeptCalx.CalxObjects>>) =>
  objects.map(({ text, mark, until }) => ({ text, mark, until }))

/** Whether all second-generation objects since the last look are what they would be if nothing were kept. */
export const checkObjects = async (): Promise<void> => {
  for (const check of waiting.splice(0)) await check()
}

/** The module that keeps objects, noting what it gives, to be checked outside of what it is asked for. To replace it with. */
export const checked = (objects: typeof KeptCalx): typeof KeptCalx => ({
  ...objects,
  keptCalx: (related, site, textsNow) => {
    const looked = { times: 0 }
    const keeping = objects.keptCalx(
      {
        ...related,
        termSlugs: ids => {
          looked.times++
          return related.termSlugs(ids)
        },
      },
      site,
      textsNow,
    )
    const anew: KeptCalx.CalxObjects = (...asked) =>
      objects.keptCalx({ ...related, trails: undefined }, site, keptTexts(site))(...asked)
    return async (...asked) => {
      const before = looked.times
      const given = await keeping(...asked)
      if (looked.times === before && given.length > 0) kept.times++
      waiting.push(async () => expect(shownOf(given)).toEqual(shownOf(await anew(...asked))))
      return given
    }
  },
})
