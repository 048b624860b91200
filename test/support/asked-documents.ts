import type { Collection, Doc, Documents, Filter, FindOptions } from '../../shared/documents/port.ts'

export type Asked = {
  readonly collection: string
  readonly filter: Filter
  readonly options: FindOptions
  /** The place in `projections/` that asked: file and line. */
  readonly by: string
}

/** The topmost caller in the read models. */
const caller = (): string => {
  const frame = /projections\/(?<place>[a-z/-]+\.ts:\d+)/.exec(
    new Error().stack?.replaceAll(/test\/.*/g, '') ?? '',
  )
  return frame?.groups?.['place'] ?? '?'
}

/** Tells of every question before it is asked. Nothing is held for `writeAll`: of what waits for that, no caller is known. */
export const askedDocuments = (documents: Documents, onAsk: (asked: Asked) => void): Documents => ({
  isShared: documents.isShared,
  trails: documents.trails,
  drop: name => documents.drop(name),
  close: () => documents.close(),
  collection: async <D extends Doc>(spec: Parameters<Documents['collection']>[0]): Promise<Collection<D>> => {
    const inner = await documents.collection<D>(spec)
    const tell = (filter: Filter, options: FindOptions = {}) =>
      onAsk({ collection: spec.name, filter, options, by: caller() })
    return {
      ...inner,
      find: (filter, options) => {
        tell(filter, options)
        return inner.find(filter, options)
      },
      count: filter => {
        tell(filter)
        return inner.count(filter)
      },
      page: (filter, options) => {
        tell(filter, options)
        return inner.page(filter, options)
      },
      tally: (filter, ...rest) => {
        tell(filter)
        return inner.tally(filter, ...rest)
      },
    }
  },
})
