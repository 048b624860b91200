import { RevisionConflict, type EventStore } from '../../shared/event-store/port.ts'
import { imageCodec, imageStream, type ImageFact } from '../../shared/facts/image.ts'
import { byOf } from '../calendar/writing.ts'
import { recordOf, type Context } from '../handle.ts'
import { clearRemoved, imageOf, type StoredImage } from './library.ts'

/** What became of it; `unknown`: there is no such image, or none any more. */
type Changed = 'done' | 'unchanged' | 'unknown'

type Deps = {
  readonly store: EventStore
  /** Removes what is kept of these files beside the log. */
  readonly forget: (image: StoredImage) => Promise<void>
}

/** Others may write meanwhile. */
const ATTEMPTS = 8

/**
 * Records what `decide` makes of the image as it is now, null being nothing; whoever comes second decides anew. Answers
 * the image of before. Throws StoreUnavailable, RevisionConflict.
 */
const recorded = async (
  store: EventStore,
  id: number,
  decide: (image: StoredImage) => ImageFact | null,
  context: Context,
): Promise<{ readonly is: Changed; readonly image: StoredImage | null }> => {
  for (let attempt = 1; ; attempt++) {
    const records = await store.read(imageStream(id))
    const [last] = records.slice(-1)
    const values = imageOf(records)
    if (values === null || last === undefined) return { is: 'unknown', image: null }
    const image = { id, values }
    const fact = decide(image)
    if (fact === null) return { is: 'unchanged', image }
    try {
      await store.append(imageStream(id), [recordOf(imageCodec, fact, context)], last.revision)
      return { is: 'done', image }
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * Changes of pictures that are here (spec 07 §8). The fact of a removal comes first: from then on nobody finds the image,
 * and its files are deleted after it; where that is stopped, `clean-images` deletes them.
 */
export const pictureChanges = ({ store, forget }: Deps) => ({
  describe: async (id: number, alt: string, context: Context): Promise<Changed> => {
    const { is } = await recorded(
      store,
      id,
      ({ values }) =>
        values.alt === alt
          ? null
          : {
              ...{ type: 'ImageAltTextChanged', imageId: id, by: byOf(context) },
              changes: { alt: [values.alt, alt] },
            },
      context,
    )
    return is
  },
  /** Whether it is used is for the caller to know. */
  remove: async (id: number, context: Context): Promise<Changed> => {
    const removal: ImageFact = { type: 'ImageRemoved', imageId: id, by: byOf(context) }
    const { is, image } = await recorded(store, id, () => removal, context)
    if (image === null) return is
    await clearRemoved(store, id)
    await forget(image)
    return is
  },
})

export type PictureChanges = ReturnType<typeof pictureChanges>
