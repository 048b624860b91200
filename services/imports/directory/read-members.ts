import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import { LINE_LENGTH } from '../../../shared/limits/items.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import type { Member, Members } from '../../../shared/members/member.ts'
import { cutHtml, cutLine, isLongHtml } from '../item/cut.ts'
import type { RawItem } from '../item/item.ts'
import { looseFlag, looseLine, looseText } from '../item/loose.ts'

/** A member as it was sent; undefined: nothing is said of it; null: it was, and cannot be read. */
type ReadMember = (sent: Json, cleaning: Cleaning) => string | boolean | null | undefined

/** An empty one says nothing about a venue or organizer that others share, too. */
const line: ReadMember = sent => {
  const text = looseLine(sent) ?? ''
  return text === '' ? undefined : cutLine(text)
}
const uri: ReadMember = sent => {
  const text = looseLine(sent) ?? ''
  return text === '' ? undefined : readUri(text)
}
const html: ReadMember = (sent, cleaning) => {
  const text = looseText(sent) ?? ''
  return text === '' ? undefined : cleaning('html', cutHtml(text))
}
/** Read by whoever knows more of it than its kind. */
const elsewhere: ReadMember = () => undefined

const READ: Readonly<Record<Member['kind'], ReadMember>> = {
  ...{ line, phone: line, email: line, region: line, uri, html, flag: looseFlag },
  ...{ title: elsewhere, coordinate: elsewhere, ids: elsewhere, own: elsewhere },
}

/** Whether more was sent than is read. */
const isCut = (kind: Member['kind'], sent: Json): boolean => {
  if (READ[kind] === html) return isLongHtml(looseText(sent) ?? '')
  return READ[kind] === line && (looseLine(sent) ?? '').length > LINE_LENGTH
}

/** Who says something of a venue or organizer: the item of an event, or a row that is about nothing else. */
export type SaidBy = 'item' | 'row'

/** Reads the members of a table, those of `first` first, and warns of what was sent and cannot be read, or not all of it. */
export const membersReader = (table: Members, first: readonly string[]) => {
  const all = membersWith(table, 'imported', first)
  const members = {
    row: all,
    item: all.filter(([, { imported }]) => imported.rowsOnly !== true),
  }
  return (raw: RawItem, saidBy: SaidBy, cleaning: Cleaning) => {
    const values: Record<string, string | boolean> = {}
    const warnings: string[] = []
    for (const [name, { kind, imported }] of members[saidBy]) {
      const { as, orAs } = imported
      const sent = raw[as] ?? (orAs === undefined ? undefined : raw[orAs])
      if (sent === undefined) continue
      const value = READ[kind](sent, cleaning)
      if (isCut(kind, sent)) warnings.push('text_cut')
      if (value === null) warnings.push('bad_url')
      else if (value !== undefined) values[name] = value
    }
    return { values, warnings }
  }
}
