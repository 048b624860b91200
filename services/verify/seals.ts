import { recordDigest, splitDigests } from '../../shared/event-store/digest.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { FORGOTTEN, forgottenCodec } from '../../shared/facts/forgotten.ts'
import { PURGED, purgeCodec } from '../../shared/facts/purge.ts'
import { ERASED, erasureCodec } from '../../shared/facts/user.ts'
import { keyOf } from '../seals/leaves.ts'
import type { WrittenSeal } from '../seals/written.ts'
import type { Reads } from './found.ts'
import { sealsAhead, type Ahead } from './seals-ahead.ts'

/** Of a whole log. */
export type Sealed = {
  readonly seals: number
  readonly sealed: number
  /** Behind the last record that is sealed. */
  readonly unsealed: number
}

const nameOf = ({ stream, revision }: StoredRecord): string => `record ${revision} of ${stream}`

/** Streams that tell digests of what was deleted. */
const telling = [
  [PURGED, purgeCodec],
  [ERASED, erasureCodec],
  [FORGOTTEN, forgottenCodec],
] as const

/** Digests that a record tells of what was deleted, if it is one that does. */
const toldBy = ({ stream, type, data }: StoredRecord): readonly Buffer[] => {
  const codec = telling.find(([prefix]) => stream.startsWith(prefix))?.[1]
  if (codec === undefined) return []
  try {
    const fact = codec.decode(type, data)
    return 'digests' in fact && fact.digests !== undefined ? splitDigests(fact.digests) : []
  } catch {
    // told as a record that nobody can read
    return []
  }
}

type Stranger = { readonly name: string; readonly key: string }

/** Of those in a row that are remembered; a log that was never sealed has nothing else. */
const MOST_STRANGERS = 100_000

type Looking = {
  readonly ahead: Ahead
  /** Sealed, not met where it was expected, and nothing tells of its removal so far; and what it was expected behind. */
  readonly missing: Map<string, { readonly seal: number; readonly behind: string }>
  /** Told as removed before the seal that holds it was come to. */
  readonly told: Set<string>
  /** Met in a row, and in no seal: the end of the log, if nothing sealed comes behind them. */
  strangers: Stranger[]
  /** Strangers in the row that are not remembered. */
  unnamed: number
  /** The last one that stood where it was sealed. */
  last: string
  sealed: number
}

/** What of a seal was passed by, without being met; answers what nothing accounts for yet. */
const passBy = (looking: Looking, key: string | null): readonly string[] => {
  const { ahead, missing, told, last } = looking
  const open: string[] = []
  for (const leaf of ahead.upTo(key)) {
    if (leaf.passing || told.delete(leaf.key)) continue
    missing.set(leaf.key, { seal: leaf.seal, behind: last })
    open.push(leaf.key)
  }
  return open
}

const strangersAmong = (looking: Looking, open: readonly string[], seal: number): readonly string[] => {
  const { strangers, missing } = looking
  looking.strangers = []
  looking.unnamed = 0
  return strangers.map(({ name }, n) => {
    const replaced = open[n]
    if (replaced !== undefined) missing.delete(replaced)
    const what = replaced === undefined ? 'was put there afterwards' : 'is not what was sealed there'
    return `${name} ${what} (seal ${seal})`
  })
}

/** What is wrong, now that a record is met in log order. */
const met = async (looking: Looking, record: StoredRecord): Promise<readonly string[]> => {
  const { ahead, missing, told } = looking
  for (const digest of toldBy(record)) if (!missing.delete(keyOf(digest))) told.add(keyOf(digest))
  const key = keyOf(recordDigest(record))
  const displaced = missing.get(key)
  if (displaced !== undefined) {
    missing.delete(key)
    return [
      ...ahead.problems(),
      `${nameOf(record)} stands elsewhere than where it was sealed (seal ${displaced.seal})`,
    ]
  }
  const seal = await ahead.find(key)
  if (seal === null) {
    if (looking.strangers.length < MOST_STRANGERS) looking.strangers.push({ name: nameOf(record), key })
    else looking.unnamed += 1
    return ahead.problems()
  }
  const open = passBy(looking, key)
  looking.sealed += 1
  looking.last = nameOf(record)
  return [...ahead.problems(), ...strangersAmong(looking, open, seal)]
}

/**
 * Compares a log with its seals, record by record in log order (spec 00 §6.2): nothing sealed was changed, left out or
 * put elsewhere, and nothing was put between. What was purged or erased is accounted for by the digests that were told.
 * `against`: seals that were written down before, elsewhere.
 */
export const checkSeals = (read: Reads['read'], against: readonly WrittenSeal[]) => {
  const looking: Looking = {
    ahead: sealsAhead(read, against),
    missing: new Map(),
    told: new Set(),
    ...{ strangers: [], unnamed: 0 },
    last: 'the beginning',
    sealed: 0,
  }
  return {
    met: (record: StoredRecord) => met(looking, record),
    /** What is wrong, now that the log has ended. */
    end: async (): Promise<{ readonly problems: readonly string[]; readonly sealed: Sealed }> => {
      const { ahead, missing } = looking
      await ahead.rest()
      // a seal that was made meanwhile holds them
      const rest = looking.strangers.filter(({ key }) => !ahead.has(key))
      for (const { key } of looking.strangers) if (ahead.has(key)) passBy(looking, key)
      looking.sealed += looking.strangers.length - rest.length
      passBy(looking, null)
      const lost = [...missing.values()].map(
        ({ seal, behind }) =>
          `a record behind ${behind} is not there any more, and nothing tells why (seal ${seal})`,
      )
      const sealed = { seals: ahead.seals(), sealed: looking.sealed, unsealed: rest.length + looking.unnamed }
      return { problems: [...ahead.problems(), ...lost], sealed }
    },
  }
}
