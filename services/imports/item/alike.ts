import { type Revision, noRevision, revisionAfter } from '../../../shared/kernel/brands.ts'
import { identityStream } from '../../../shared/facts/claim.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { holdersSince } from '../../calendar/claim-stream.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import type { Item } from '../../calendar/item/state.ts'
import { loadItem } from '../../calendar/purged.ts'
import type { Writing } from '../../calendar/writing.ts'
import { fingerprintKey, type Fingerprint } from './identity.ts'
import { loadEvent, type KnownEvent } from '../apply/known-event.ts'

/** Which events of the source an item may be taken for: by id, before they are read, and as they are. */
export type MayBe = {
  readonly id: (id: number) => boolean
  readonly event: (known: KnownEvent, looks: Fingerprint) => boolean
}

/** Events noted under one look, as far as they have been read, less those that turned out to be others. */
type Noted = { readonly ids: Set<number>; revision: Revision }

/** Folded; "" of none, and of one that was purged. */
export const venueNameOf = async ({ store }: Writing, id: number | undefined): Promise<string> => {
  if (id === undefined) return ''
  const { state } = await loadItem(store, itemKinds.venue, id)
  return foldName(state?.values.name ?? '')
}

const isAlike = async (
  writing: Writing,
  { values }: Item<EventValues>,
  source: string,
  fingerprint: Fingerprint,
): Promise<boolean> =>
  values.origin?.source === source &&
  foldName(values.title) === fingerprint.title &&
  values.startUtc === fingerprint.startUtc &&
  (await venueNameOf(writing, values.venues[0])) === fingerprint.venueName

/**
 * Row 4 of spec 05 §5: the only event of the source that looks the same. Claims on fingerprints are hints (several
 * events may share one, users change events); what counts is the event as it is now. Kept for a chunk, so that
 * thousands of items with one title at one time read each note and each of its events once.
 */
export const alikeFinder = (writing: Writing, source: string, mayBe: MayBe) => {
  const noted = new Map<string, Noted>()

  const idsOf = async (fingerprint: Fingerprint): Promise<Set<number>> => {
    const key = fingerprintKey(source, fingerprint)
    const known = noted.get(key) ?? { ids: new Set(), revision: noRevision }
    noted.set(key, known)
    const stream = identityStream('event', key)
    const { holders, revision } = await holdersSince(writing.store, stream, revisionAfter(known.revision))
    for (const { owner } of holders) known.ids.add(owner)
    known.revision = revision
    return known.ids
  }

  return async (fingerprint: Fingerprint): Promise<KnownEvent | null> => {
    const ids = await idsOf(fingerprint)
    let only: KnownEvent | null = null
    for (const id of ids) {
      const known = mayBe.id(id) ? await loadEvent(writing, id) : null
      const fits = known !== null && mayBe.event(known, fingerprint)
      if (!fits || !(await isAlike(writing, known.item, source, fingerprint))) ids.delete(id)
      else if (only !== null) return null
      else only = known
    }
    return only
  }
}

export type FindAlike = ReturnType<typeof alikeFinder>
