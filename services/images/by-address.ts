import type { ImageId } from '../../shared/kernel/brands.ts'
import type { FetchFailure, HttpFetcher } from '../../shared/http-fetcher.ts'
import { gate } from '../../shared/gate.ts'
import { IMAGE_BYTES, IMAGE_FETCHES } from '../../shared/limits/fetched.ts'
import { underWay } from '../../shared/under-way.ts'
import type { Context } from '../handle.ts'
import { nameInAddress } from './file-name.ts'
import type { ImageLibrary, StoredImage } from './library.ts'
import type { ReadPicture } from './picture.ts'

/** How long fetching an image may take (spec 02 §5 image). */
const TIMEOUT_MS = 10_000

export type FetchedImage =
  | { readonly ok: true; readonly id: ImageId; readonly added: boolean }
  | { readonly ok: false; readonly reason: FetchFailure | 'not_an_image' }

export type ImagesByAddress = {
  /** Whether the address, by itself, may be one of an image. Asks nobody. */
  readonly allows: (address: string) => boolean
  /** The image that is there now: a new one, or the one that was fetched from there before if it is the same. */
  readonly fetch: (address: string, context: Context) => Promise<FetchedImage>
}

export type KnownByAddress = {
  /** The image that was fetched from there last, or is this site's own; null: none was. Fetches nothing. */
  readonly known: (address: string) => Promise<ImageId | null>
}

type Deps = {
  /** Id of the image when the address is one of this site itself; null: it is not, or no such file is here. */
  readonly ownImage: (address: string) => Promise<ImageId | null>
  /** Where addresses of this site's images begin. */
  readonly ownRoot: () => string
  readonly fetcher: HttpFetcher
  readonly library: ImageLibrary
  readonly readPicture: ReadPicture
}

/** Some hosts call any file a stream of bytes; what it is, its bytes tell. */
const mayBeImage = (contentType: string): boolean =>
  /^\s*(image\/|application\/octet-stream\s*(;|$))/i.test(contentType) || contentType.trim() === ''

const fetchedFrom = async (
  { fetcher, library, readPicture }: Deps,
  address: string,
  context: Context,
): Promise<FetchedImage> => {
  const known = await library.from(address)
  const latest: StoredImage | undefined = known.at(-1)
  const source = latest?.values.source
  const fetched = await fetcher.fetch(address, {
    maxBytes: IMAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    accepts: mayBeImage,
    ...(source == null ? {} : { known: source }),
  })
  if (!fetched.ok) return fetched
  if (!fetched.changed)
    return latest === undefined
      ? { ok: false, reason: 'bad_status' }
      : { ok: true, id: latest.id, added: false }
  const picture = await readPicture(fetched.bytes)
  if (picture === null) return { ok: false, reason: 'not_an_image' }
  const same = known.find(({ values }) => [picture.digest, picture.sentDigest].includes(values.digest))
  if (same !== undefined) return { ok: true, id: same.id, added: false }
  const { etag, lastModified } = fetched
  const origin = { name: nameInAddress(fetched.url), source: { address, etag, lastModified } }
  const { id } = await library.add(picture, origin, context)
  return { ok: true, id, added: true }
}

/** Images that requests and imports name by their address. Several who ask for one at once get the same. */
export const imagesByAddress = (deps: Deps): ImagesByAddress & KnownByAddress => {
  const fetching = underWay<FetchedImage>()
  const inTurn = gate(IMAGE_FETCHES)
  return {
    allows: address => address.startsWith(deps.ownRoot()) || deps.fetcher.allows(address),
    known: async address => {
      if (address.startsWith(deps.ownRoot())) {
        const id = await deps.ownImage(address)
        if (id !== null) return id
      }
      const url = new URL(address)
      url.hash = ''
      return (await deps.library.from(url.href)).at(-1)?.id ?? null
    },
    fetch: async (address, context) => {
      if (address.startsWith(deps.ownRoot())) {
        const id = await deps.ownImage(address)
        if (id !== null) return { ok: true, id, added: false }
      }
      if (!deps.fetcher.allows(address)) return { ok: false, reason: 'forbidden_address' }
      const url = new URL(address)
      url.hash = ''
      return fetching(url.href, () => inTurn(() => fetchedFrom(deps, url.href, context)))
    },
  }
}
