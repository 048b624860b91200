import type { SentFile } from '../platform/answers/send-file.ts'
import { etagOf } from '../platform/answers/wire.ts'
import { KEPT, type KeptPart, type Page } from './page.ts'

const TYPE = 'text/html; charset=UTF-8'

const keptFile = (document: string, { text, mark }: KeptPart): SentFile => ({
  type: TYPE,
  etag: etagOf(document.replace(KEPT, mark)),
  bytes: () => Buffer.from(document.replace(KEPT, () => text)),
})

/**
 * A whole document as it is sent. Of one with a kept part the bytes are made only where they are sent: whoever has it
 * already, or takes what is kept compressed, costs no more than a short page.
 */
export const documentFile = (document: string, { kept }: Pick<Page, 'kept'>): SentFile => {
  if (kept !== undefined) return keptFile(document, kept)
  const bytes = Buffer.from(document)
  return { type: TYPE, etag: etagOf(bytes), bytes }
}
