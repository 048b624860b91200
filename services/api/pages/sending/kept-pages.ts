import type { KeptMemory } from '../../platform/answers/kept-memory.ts'
import type { SentFile } from '../../platform/answers/send-file.ts'
import type { Moment, Site } from '../../platform/call.ts'
import { documentBytes } from './document-file.ts'
import type { KeptPart } from '../page.ts'

type Headers = Readonly<Record<string, string>>

/** A page as it is sent to guests: all but its kept part, which `KEPT` stands for. */
type Made = {
  readonly document: string
  readonly file: SentFile
  readonly headers: Headers
  readonly part: KeptPart | undefined
}

/** Without the text of the part: whoever keeps that lets it go in time. */
type Entry = {
  readonly document: string
  readonly etag: string
  readonly type: string
  readonly headers: Headers
  readonly site: Site
  readonly mark: string
  readonly again: NonNullable<KeptPart['again']>
}

const bytesOf = ({ document, headers }: Entry): number =>
  2 * document.length +
  Object.entries(headers).reduce((sum, [name, value]) => sum + 2 * (name.length + value.length) + 16, 0)

export type KeptPages = {
  /** What guests get at an address (path and query as sent), ready to be sent; null: it has to be made. */
  readonly find: (
    address: string,
    at: Moment,
  ) => { readonly file: SentFile; readonly headers: Headers } | null
  /** What a guest got there; what has no part that can be had again is not kept. */
  readonly keep: (address: string, at: Moment, made: Made) => void
}

/**
 * Pages of guests by their addresses, around parts that are kept elsewhere: a page counts as long as its part does, and
 * neither is made nor told from others again.
 */
export const keptPages = (memory: KeptMemory): KeptPages => {
  const entries = memory.shelf(bytesOf)
  return {
    find: (address, at) => {
      const entry = entries.get(address)
      if (entry === undefined || entry.site !== at.site) return null
      const { document, etag, type, headers, mark, again } = entry
      const part = again(at)
      if (part?.mark() !== mark) return null
      return { file: { etag, type, bytes: () => documentBytes(document, { kept: part }) }, headers }
    },
    keep: (address, { site }, { document, file: { etag, type }, headers, part }) => {
      if (part?.again === undefined) return
      entries.set(address, { document, etag, type, headers, site, mark: part.mark(), again: part.again })
    },
  }
}
