import type { ImageId } from '../../shared/kernel/brands.ts'

/** An image as reply texts show it. */
export type Image = {
  readonly url: string
  /** First-generation object, JSON (spec 02 §1.1 `image`). */
  readonly cal: string
}

/** Looks images up by id; unknown ones are left out. */
export type ImageLookup = (ids: readonly ImageId[]) => Promise<ReadonlyMap<ImageId, Image>>
