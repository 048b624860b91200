import type { SentFile } from '../../platform/answers/send-file.ts'
import { etagOf } from '../../platform/answers/answer.ts'
import { KEPT, type KeptPart } from '../page.ts'

const TYPE = 'text/html; charset=UTF-8'

/** The whole of a document. */
export const documentBytes = (
  document: string,
  { kept }: { readonly kept?: Pick<KeptPart, 'text'> },
): Buffer => Buffer.from(kept === undefined ? document : document.replace(KEPT, () => kept.text))

/**
 * A whole document as it is sent. Of one with a kept part the bytes are made only where they are sent: whoever has it
 * already, or takes what is kept compressed, costs no more than a short page.
 */
export const documentFile = (
  document: string,
  page: { readonly kept?: Pick<KeptPart, 'text' | 'mark'> },
): SentFile => {
  if (page.kept !== undefined) {
    const { mark } = page.kept
    return {
      ...{ type: TYPE, etag: etagOf(document.replace(KEPT, mark)) },
      bytes: () => documentBytes(document, page),
    }
  }
  const bytes = documentBytes(document, page)
  return { type: TYPE, etag: etagOf(bytes), bytes }
}
