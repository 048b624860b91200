import { termId, userId, type StreamName, imageId } from '../../shared/kernel/brands.ts'
import type { SlugKind } from '../../shared/facts/claim.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { imageStream } from '../../shared/facts/image.ts'
import { termStream } from '../../shared/facts/term.ts'
import { userStream } from '../../shared/facts/user.ts'
import { holdersOf } from '../calendar/claim-stream.ts'
import { exists, hasSlug, isKept } from '../calendar/in-use.ts'
import { term } from '../calendar/term/term.ts'
import { load } from '../handle.ts'
import type { Check, Reads } from './found.ts'

type InUse = (store: Reads, kind: string, rest: string, owner: number) => Promise<boolean>

const isThere = async (store: Reads, stream: StreamName): Promise<boolean> =>
  (await store.read(stream, { limit: 1 })).length > 0

/** Whether an owner has what a stream is about, by the first word of the stream's name. */
const users: Readonly<Record<string, InUse>> = {
  slug: (store, kind, slug, owner) => hasSlug(store, kind as SlugKind, owner, slug),
  name: async (store, _, __, owner) => isKept((await load(store, term, termStream(termId(owner)))).state),
  identity: (store, kind, _, owner) => {
    if (kind === 'term') return isThere(store, termStream(termId(owner)))
    return kind === 'image'
      ? isThere(store, imageStream(imageId(owner)))
      : exists(store, kind as ItemKind, owner)
  },
  imagefile: (store, _, __, owner) => isThere(store, imageStream(imageId(owner))),
  login: (store, _, __, owner) => isThere(store, userStream(userId(owner))),
  email: (store, _, __, owner) => isThere(store, userStream(userId(owner))),
}

/**
 * Claims that are left over are no damage: who claimed may have died before the item was written, and whoever asks next
 * finds that out. They are counted.
 */
export const checkClaims: Check = async (store, { name }) => {
  const [, what = '', kind = '', rest = ''] = /^([a-z]+)[-/]([^/]*)\/?(.*)$/s.exec(name) ?? []
  const { holders } = await holdersOf(store, name)
  const inUse = users[what] ?? (() => Promise.resolve(false))
  const used = await Promise.all(holders.map(({ owner }) => inUse(store, kind, rest, owner)))
  return { problems: [], unused: used.filter(one => !one).length }
}
