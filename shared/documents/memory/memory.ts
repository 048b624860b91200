import { type Conjunction, parseFilter } from '../filter.ts'
import { parseOptions, parseSort } from '../find-options.ts'
import { madeOnce } from '../../remembered.ts'
import { memberOf, plainMember } from '../path.ts'
import type { Kept } from './kept.ts'
import { packedRows } from './packed/packed.ts'
import { documentsIn, partsOf } from './written/parts.ts'
import { countIn, findIn, matchesIn, pagesIn, readying } from './read.ts'
import { documentStore, type Effort } from './store.ts'
import { freezeJson } from './strict-json.ts'
import { trailsInMemory } from './trails/trails.ts'
import { writeTo } from './write.ts'
import {
  DocumentsUnavailable,
  type Collection,
  type CollectionSpec,
  type Doc,
  type Documents,
  type DocumentsState,
  type Page,
  type Tally,
  type WriteOp,
} from '../port.ts'
import type { Trails } from '../trails.ts'

export type MemoryOptions = {
  /** Refuses documents that are not JSON and freezes those it keeps: for tests. */
  readonly strict?: boolean
  /** Several that act as processes of their own write them: for tests. */
  readonly isShared?: boolean
  /** Told after each find and count what it took. */
  readonly observe?: (effort: Effort & { readonly collection: string }) => void
}

/** `sizes`: how many documents each collection holds. */
type InMemory = Documents & {
  readonly sizes: () => ReadonlyMap<string, number>
  readonly trails: Trails
  readonly state: DocumentsState
}

type Opened = { readonly kept: Kept; readonly spec: CollectionSpec }

/** The same rows, of which each write is told. */
const tellingWrites = (kept: Kept, wrote: () => void): Kept => ({
  ...kept,
  put: document => {
    wrote()
    return kept.put(document)
  },
  remove: id => {
    wrote()
    kept.remove(id)
  },
})

/**
 * Documents in this process's memory. They are kept by reference: the caller hands them over and changes them
 * no more. Every operation takes effect at once, before its promise resolves.
 */
export const memoryDocuments = ({
  strict = false,
  isShared = false,
  observe,
}: MemoryOptions = {}): InMemory => {
  const all = new Map<string, Opened>()
  const life = { open: true }
  let changes = 0
  const { followed, ...trails } = trailsInMemory()
  const admit = strict ? (document: Doc) => freezeJson(document) : () => undefined

  const opened = (spec: CollectionSpec): Opened => {
    assertOpen(life)
    const { name, indexes, packed = false, aside = [] } = spec
    const report = (effort: Effort) => observe?.({ ...effort, collection: name })
    const rows = () => (packed ? packedRows(admit, report) : indexedRows(name, admit, report))
    const wrote = () => {
      changes++
    }
    const made = () => ({ kept: followed(tellingWrites(rows(), wrote), aside), spec })
    const found = all.get(name) ?? made()
    for (const index of indexes) found.kept.addIndex(index)
    all.set(name, found)
    return found
  }

  return {
    isShared,
    trails,
    state: {
      held: () => [...all.values()].map(({ kept, spec }) => ({ spec, parts: kept.held() })),
      taking: spec => opened(spec).kept.take,
      changes: () => changes,
    },
    collection: async <D extends Doc>(spec: CollectionSpec) => collectionOf<D>(opened(spec).kept, life),
    drop: async name => {
      assertOpen(life)
      all.get(name)?.kept.clear()
      all.delete(name)
    },
    close: async () => {
      life.open = false
      all.clear()
    },
    sizes: () => new Map([...all].map(([name, { kept }]) => [name, kept.count([])])),
  }
}

type Life = { open: boolean }

const assertOpen = ({ open }: Life) => {
  if (!open) throw new DocumentsUnavailable('the documents are closed')
}

/** Documents as objects, with an index for each question. */
const indexedRows = (...given: Parameters<typeof documentStore>): Kept => {
  const store = documentStore(...given)
  const pages = pagesIn(store)
  const ready = readying(store)
  return {
    ready,
    get: id => store.slots.get(id)?.document ?? null,
    find: query => findIn(store, query),
    count: tests => countIn(store, tests),
    page: query => pages.known(query) ?? whenReady(ready(query), () => pages.page(query)),
    eachValue: (tests, member, most, each) => {
      for (const { document } of most > 0 ? matchesIn(store, tests, most) : [])
        each(memberOf(document, member))
    },
    matches: (tests, limit) => matchesIn(store, tests, limit).map(({ document }) => document),
    put: store.put,
    remove: store.remove,
    addIndex: store.addIndex,
    clear: () => {
      pages.forget()
      store.clear()
    },
    held: () => partsOf(Array.from(store.slots.values(), ({ document }) => document)),
    take: part => store.fill(documentsIn(part)),
  }
}

const tallied = (kept: Kept, tests: Conjunction, member: string, most: number): readonly Tally[] => {
  const counts = new Map<Tally['value'], number>()
  kept.eachValue(tests, member, most, value => {
    const key = (value ?? null) as Tally['value']
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  return [...counts].map(([value, count]) => ({ value, count }))
}

/** Check what pages are asked by; who asks by the same again, as for the next page, has it checked once. */
const [testsOf, sortOf] = [madeOnce(parseFilter), madeOnce(parseSort)]

/** At once most of the time. */
const whenReady = <Answer>(until: Promise<void> | null, answer: () => Answer): Answer | Promise<Answer> =>
  until === null ? answer() : until.then(answer)

/** Answers when nobody is held up by it, unless the documents are closed by then. */
const answering =
  ({ ready }: Kept, life: Life) =>
  <Answer>(asked: Parameters<Kept['ready']>[0], answer: () => Answer): Answer | Promise<Answer> => {
    assertOpen(life)
    return whenReady(ready(asked), () => {
      assertOpen(life)
      return answer()
    })
  }

const collectionOf = <D extends Doc>(kept: Kept, life: Life): Collection<D> => {
  const answered = answering(kept, life)
  return {
    get: async id => {
      assertOpen(life)
      return kept.get(id) as D | null
    },
    getMany: async (ids, looking) => {
      assertOpen(life)
      return ids.flatMap(id => kept.get(id, looking) ?? []) as unknown as readonly D[]
    },
    find: async (filter, options) => {
      const query = { tests: parseFilter(filter), ...parseOptions(options) }
      return answered(query, () => kept.find(query, options?.looking) as readonly D[])
    },
    count: async filter => {
      const tests = parseFilter(filter)
      return answered({ tests, sort: [] }, () => kept.count(tests))
    },
    page: async (filter, options) => {
      const query = { tests: testsOf(filter), ...parseOptions(options, sortOf) }
      assertOpen(life)
      const page = await kept.page(query)
      assertOpen(life)
      return page as Page<D>
    },
    tally: async (filter, member, most) => {
      const [tests, name] = [parseFilter(filter), plainMember(member)]
      return answered({ tests, sort: [] }, () => tallied(kept, tests, name, most))
    },
    bulkWrite: async (operations: readonly WriteOp<Doc>[]) => {
      assertOpen(life)
      for (const operation of operations) writeTo(kept, operation)
    },
    clear: async () => {
      assertOpen(life)
      kept.clear()
    },
  }
}
