import { type ImageId, imageId } from '../../../shared/kernel/brands.ts'
import type { Cleaned, CleanImage } from '../../images/clean-up.ts'
import type { AddPicture } from '../../images/add-picture.ts'
import { json } from '../platform/answers/answer.ts'
import { accept, type ArgumentKind, defaulted, reject, required } from '../platform/arguments/arguments.ts'
import { contextOf } from '../platform/call.ts'
import { boolean, idOf, integer, oneLine } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

export type ImageCommandDeps = {
  readonly cleanImage: CleanImage
  readonly imageIdsAfter: (after: ImageId, limit: number) => Promise<readonly ImageId[]>
  readonly addPicture: AddPicture
  /** Resolves when readers see everything that was written. */
  readonly settled: () => Promise<void>
}

/** Bytes of a file as base 64. */
export const fileBytes: ArgumentKind<Buffer> = {
  read: (value, name) =>
    typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
      ? accept(Buffer.from(value, 'base64'))
      : reject('rest_invalid_type', `${name} is not a file in base 64.`),
  declared: { type: 'string' },
  accepts: { type: 'string' },
}

/** Of images cleaned by one request: the one who asks is told how far it is, and asks on. */
const AT_ONCE = 10

/** `clean-images` (spec 00 §6): looks at the next images behind `after`. `next` null: there are no more. */
const cleanCommand = ({ cleanImage, imageIdsAfter, settled }: ImageCommandDeps): Route =>
  command(
    'clean-images',
    {
      after: defaulted(idOf(imageId, integer({ minimum: 0 })), imageId(0), {
        description: 'Only images with larger ids.',
      }),
      dry_run: defaulted(boolean(), false, { description: 'Only tells what would be cleaned.' }),
    },
    async ({ after, dry_run: dryRun }, call) => {
      const ids = await imageIdsAfter(after, AT_ONCE)
      const found: Record<Cleaned, ImageId[]> = { clean: [], cleaned: [], unreadable: [] }
      for (const id of ids) found[await cleanImage(id, dryRun, contextOf(call))].push(id)
      await settled()
      const { clean, cleaned, unreadable } = found
      const next = ids.length < AT_ONCE ? null : (ids.at(-1) ?? null)
      return json(200, { clean: clean.length, cleaned, unreadable, next })
    },
  )

/** `add-image` (spec 00 §6). */
const addCommand = ({ addPicture, settled }: ImageCommandDeps): Route =>
  command(
    'add-image',
    {
      name: required(oneLine(), { description: 'Name of the file.' }),
      file: required(fileBytes, { description: 'Its bytes, base 64.' }),
    },
    async ({ name, file }, call) => {
      const added = await addPicture({ name, bytes: file }, contextOf(call))
      if ('refusal' in added) return unknown('file', added.refusal)
      await settled()
      return json(200, { id: added.id, file: added.values.file })
    },
  )

export const imageCommands = (deps: ImageCommandDeps): readonly Route[] => [
  addCommand(deps),
  cleanCommand(deps),
]
