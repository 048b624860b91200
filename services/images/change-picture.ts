import type { ImageId } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { By } from '../../shared/facts/common.ts'
import {
  evolveImage,
  imageCodec,
  imageStream,
  type ImageFact,
  type ImageState,
} from '../../shared/facts/image.ts'
import { nothing, record, refuse, type Decision } from '../../shared/kernel/decision.ts'
import { byOf, handle, type Aggregate, type Context } from '../handle.ts'
import { clearRemoved, type StoredImage } from './library.ts'

/** What became of it; `unknown`: there is no such image, or none any more. */
type Changed = 'done' | 'unchanged' | 'unknown'

type Deps = {
  readonly store: EventStore
  /** Removes what is kept of these files beside the log. */
  readonly forget: (image: StoredImage) => Promise<void>
}

type Asked = { readonly type: 'Describe'; readonly alt: string } | { readonly type: 'Remove' }
type Command = Asked & { readonly imageId: ImageId; readonly by: By }

const decide = (command: Command, image: ImageState | null): Decision<ImageFact, 'unknown'> => {
  const { imageId, by } = command
  if (image === null) return refuse('unknown')
  if (command.type === 'Remove') return record({ type: 'ImageRemoved', imageId, by })
  const { alt } = command
  return alt === image.alt
    ? nothing
    : record({ type: 'ImageAltTextChanged', imageId, by, changes: { alt: [image.alt, alt] } })
}

const picture: Aggregate<ImageState | null, Command, ImageFact, 'unknown'> = {
  initial: null,
  evolve: evolveImage,
  decide,
  codec: imageCodec,
}

/**
 * Changes of pictures that are here (spec 07 §8). The fact of a removal comes first: from then on nobody finds the image,
 * and its files are deleted after it; where that is stopped, `clean-images` deletes them. They throw StoreUnavailable,
 * RevisionConflict.
 */
export const pictureChanges = ({ store, forget }: Deps) => {
  const changed = async (id: ImageId, asked: Asked, context: Context): Promise<Changed> => {
    const command = { ...asked, imageId: id, by: byOf(context) }
    const handled = await handle(store, picture, imageStream(id), command, context)
    if (!handled.ok) return handled.refusal
    return handled.position === null ? 'unchanged' : 'done'
  }
  return {
    describe: (id: ImageId, alt: string, context: Context): Promise<Changed> =>
      changed(id, { type: 'Describe', alt }, context),
    /** Whether it is used is for the caller to know. */
    remove: async (id: ImageId, context: Context): Promise<Changed> => {
      const is = await changed(id, { type: 'Remove' }, context)
      const values = is === 'done' ? await clearRemoved(store, id) : null
      if (values !== null) await forget({ id, values })
      return is
    },
  }
}

export type PictureChanges = ReturnType<typeof pictureChanges>
