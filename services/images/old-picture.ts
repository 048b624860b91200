import { type ImageId, imageId } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { identityStream } from '../../shared/facts/claim.ts'
import { appendClaims, holdersOf } from '../calendar/claim-stream.ts'
import type { Context } from '../handle.ts'
import type { ImageLibrary } from './library.ts'

/** Where calendars that move in have their pictures: their address is that of this site by now, whatever it was. */
export const OLD_PICTURES = '/wp-content/uploads/'

/** The claim of a picture on the path under which it stood. */
const pathStream = (path: string) => identityStream('image', ['moved-path', path].join('\n'))

const oldPath = (address: string): string | null => {
  const { pathname } = new URL(address)
  return pathname.startsWith(OLD_PICTURES) ? pathname : null
}

/** Notes under which path a picture stood, once. */
export const notePath = async (
  store: EventStore,
  { id, address }: { readonly id: ImageId; readonly address: string },
  context: Context,
): Promise<void> => {
  const path = oldPath(address)
  if (path === null) return
  const stream = pathStream(path)
  const { holders } = await holdersOf(store, stream)
  if (holders.at(-1)?.owner !== id)
    await appendClaims(store, stream, [{ type: 'Claimed', owner: id }], 'any', context)
}

const SIZE = /-(\d{1,5})x(\d{1,5})(?=\.\w{1,5}$)/

/**
 * The file here of a picture that stood under that path: the same size where there is one, else the picture itself; null:
 * none that moved in stood there.
 */
export const oldPicture =
  (store: Pick<EventStore, 'read'>, library: Pick<ImageLibrary, 'load'>) =>
  async (path: string): Promise<string | null> => {
    const size = SIZE.exec(path)
    for (const candidate of [path, ...(size === null ? [] : [path.replace(SIZE, '')])]) {
      const { holders } = await holdersOf(store, pathStream(candidate))
      const found = await library.load(imageId(holders.at(-1)?.owner ?? 0))
      if (found === null) continue
      const { file, sizes } = found.values
      const [, width, height] = size ?? []
      const same = sizes.find(one => one.width === Number(width) && one.height === Number(height))
      return candidate === path ? file : (same?.file ?? file)
    }
    return null
  }
