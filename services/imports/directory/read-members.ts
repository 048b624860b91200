import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import { HTML_BYTES, LINE_LENGTH } from '../../../shared/limits.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import type { Member, Members } from '../../../shared/members/member.ts'
import type { RawItem } from '../item/item.ts'
import { looseFlag, looseLine, looseText } from '../item/loose.ts'

/** A member as it was sent; undefined: nothing is said of it; null: it was, and cannot be read. */
type ReadMember = (sent: Json | undefined, cleaning: Cleaning) => string | boolean | null | undefined

/** An empty one says nothing about a venue or organizer that others share, too. */
const line: ReadMember = sent => {
  const text = looseLine(sent) ?? ''
  return text === '' ? undefined : text
}
const uri: ReadMember = sent => {
  const text = looseLine(sent) ?? ''
  return text === '' ? undefined : readUri(text)
}
/** What is too long is refused, and not worth cleaning. */
const html: ReadMember = (sent, cleaning) => {
  const text = looseText(sent) ?? ''
  if (text === '') return undefined
  return Buffer.byteLength(text) > HTML_BYTES ? text : cleaning('html', text)
}
/** Read by whoever knows more of it than its kind. */
const elsewhere: ReadMember = () => undefined

const READ: Readonly<Record<Member['kind'], ReadMember>> = {
  ...{ line, phone: line, email: line, region: line, uri, html, flag: looseFlag },
  ...{ title: elsewhere, coordinate: elsewhere, ids: elsewhere, own: elsewhere },
}

/** Who says something of a venue or organizer: the item of an event, or a row that is about nothing else. */
export type SaidBy = 'item' | 'row'

/** Reads the members of a table, those of `first` first; `isBad`: one was sent and cannot be read. */
export const membersReader = (table: Members, first: readonly string[]) => {
  const all = membersWith(table, 'imported', first)
  const members = {
    row: all,
    item: all.filter(([, { imported }]) => imported.rowsOnly !== true),
  }
  return (raw: RawItem, saidBy: SaidBy, cleaning: Cleaning) => {
    const values: Record<string, string | boolean> = {}
    let isBad = false
    for (const [name, { kind, imported }] of members[saidBy]) {
      const { as, orAs } = imported
      const value = READ[kind](raw[as] ?? (orAs === undefined ? undefined : raw[orAs]), cleaning)
      if (value === null) isBad = true
      else if (value !== undefined) values[name] = value
    }
    return { values, isBad }
  }
}

/** Whether a value of a member is over a limit of spec 00 §8. */
export const tooLongIn = (table: Members) => (values: object) =>
  Object.entries(values).some(([name, value]: readonly [string, unknown]) =>
    table[name]?.kind === 'html'
      ? Buffer.byteLength(String(value)) > HTML_BYTES
      : String(value).length > LINE_LENGTH,
  )
