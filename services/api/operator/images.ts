import type { AddPicture } from '../../images/add-picture.ts'
import { json } from '../platform/answers/answer.ts'
import { accept, reject, required, type Kind } from '../platform/arguments/arguments.ts'
import { contextOf } from '../platform/call.ts'
import { oneLine } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

export type ImageCommandDeps = {
  readonly addPicture: AddPicture
  /** Resolves when readers see everything that was written. */
  readonly settled: () => Promise<void>
}

/** Bytes of a file as base 64. */
const fileBytes: Kind<Buffer> = {
  read: (value, name) =>
    typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
      ? accept(Buffer.from(value, 'base64'))
      : reject('rest_invalid_type', `${name} is not a file in base 64.`),
  declared: { type: 'string' },
  accepts: { type: 'string' },
}

/** `add-image` (spec 00 §6). */
export const imageCommand = ({ addPicture, settled }: ImageCommandDeps): Route =>
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
