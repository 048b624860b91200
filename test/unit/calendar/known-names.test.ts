import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countingNames, knownIds } from '../../../services/calendar/known-names.ts'
import { hasAllOfLog, termNamed } from '../../../services/wiring/read-side/read-current.ts'
import {
  StoreUnavailable,
  type EventStore,
  type NewRecord,
  type Position,
} from '../../../shared/event-store/port.ts'
import { nameStream } from '../../../shared/facts/claim.ts'
import { eventStream } from '../../../shared/facts/event.ts'
import { termStream, type Taxonomy } from '../../../shared/facts/term.ts'
import { eventId, isoTime, logPosition, termId } from '../../../shared/kernel/brands.ts'
import { memoryLog } from '../../support/memory-log.ts'

const record = (): NewRecord => ({
  ...{ id: randomUUID(), type: 'Claimed', data: { owner: 1 } },
  meta: {
    ...{ actor: null, at: isoTime('2027-05-08T10:00:00.000Z'), source: 'worker', route: null },
    ...{ correlation: 'test', causation: null },
  },
})

const school = () => {
  const log = countingNames(memoryLog())
  const known = knownIds(log)
  known().set('venue/great hall', 7)
  return { log, known: () => known().get('venue/great hall') }
}

describe('what names were found to mean', () => {
  it('is known until anything that events name is changed', async () => {
    const { log, known } = school()
    await log.append(eventStream(eventId(1)), [record()], 'any')
    expect(known()).toBe(7)
    await log.appendAll(
      [{ stream: nameStream('venue', 'great hall'), records: [record()], expected: 'any' }],
      { stream: eventStream(eventId(2)), records: [record()], expected: 'any' },
    )
    expect(known()).toBeUndefined()
  })

  it.each<[string, (log: EventStore) => Promise<unknown>]>([
    ['append', log => log.append(termStream(termId(3)), [record()], 'any')],
    ['deleteStream', log => log.deleteStream(termStream(termId(3)))],
  ])('is forgotten before %s, and what was found meanwhile when it is over', async (_, change) => {
    const log = countingNames(memoryLog())
    const known = knownIds(log)
    known().set('tag', 1)
    const under = change(log)
    const meanwhile = known()
    expect(meanwhile.get('tag')).toBeUndefined()
    meanwhile.set('tag', 2)
    await under
    expect(known().get('tag')).toBeUndefined()
  })

  it('is known to nobody where others write to the log', () => {
    const known = knownIds(memoryLog())
    known().set('tag', 1)
    expect(known().get('tag')).toBeUndefined()
  })
})

describe('a term by a slug or name', () => {
  /** Of a read model that has one term. */
  const termsOf = (hasAll: () => Promise<boolean>) => {
    const asked: string[] = []
    const bySlug = async (_: Taxonomy, text: string) => {
      asked.push(text)
      return text === 'indoors' ? { _id: termId(5) } : null
    }
    const byName = async (_: Taxonomy, text: string) => (text === 'Indoors!' ? [{ _id: termId(5) }] : [])
    const named = termNamed({ bySlug, byName }, knownIds(countingNames(memoryLog())), hasAll)
    return { find: (text: string) => named('post_tag', text), asked }
  }

  it('is looked for once, by either', async () => {
    const { find, asked } = termsOf(async () => true)
    expect([await find('indoors'), await find('Indoors!')]).toEqual([5, 5])
    expect([await find('indoors'), await find('Indoors!')]).toEqual([5, 5])
    expect(asked).toEqual(['indoors', 'Indoors!'])
  })

  it.each<[string, () => Promise<Position>]>([
    ['has not seen all', async () => logPosition(8)],
    ['may not have, since the log is down', () => Promise.reject(new StoreUnavailable('away'))],
  ])('is looked for again when the read model %s', async (_, head) => {
    const { find, asked } = termsOf(() => hasAllOfLog({ head }, { reached: () => logPosition(7) }, 'terms@1'))
    expect([await find('indoors'), await find('indoors')]).toEqual([5, 5])
    expect(asked).toEqual(['indoors', 'indoors'])
  })

  it('is looked for once when the read model has seen all', async () => {
    const head = async () => logPosition(7)
    const { find, asked } = termsOf(() => hasAllOfLog({ head }, { reached: () => logPosition(7) }, 'terms@1'))
    expect([await find('indoors'), await find('indoors')]).toEqual([5, 5])
    expect(asked).toEqual(['indoors'])
  })

  it('that there is not is looked for each time', async () => {
    const { find, asked } = termsOf(async () => true)
    expect([await find('outdoors'), await find('outdoors')]).toEqual([null, null])
    expect(asked).toEqual(['outdoors', 'outdoors'])
  })
})
