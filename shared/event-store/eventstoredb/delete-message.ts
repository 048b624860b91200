import { bytesIn, messageField, messageOf, stringField, varintIn } from './protobuf.ts'

// `DeleteReq` and `DeleteResp` of the server's protocol (streams.proto). Numbers are those of its fields.

/** Whatever its revision is. */
export const deleteMessage = (stream: string): Buffer =>
  messageOf(messageField(1, messageField(1, stringField(3, stream)), messageField(4)))

/** Where the deletion is; null: the server does not tell it. Throws RangeError for what is no answer. */
export const deletedAt = (message: Buffer): { readonly position: bigint | null } => {
  const position = bytesIn(message, 1)
  return { position: position === undefined ? null : varintIn(position, 1) }
}
