import { termId } from '../../../../shared/kernel/brands.ts'
import { optional, required } from '../../platform/arguments/arguments.ts'
import { html, idOf as anId, oneLine, termName } from '../../platform/arguments/kinds.ts'
import type { TermKind } from './term-kinds.ts'

const nameDoc = { description: 'Name, plain text.' }

const members = {
  description: optional(html(), { description: 'Description, HTML.' }),
  slug: optional(oneLine(), { description: 'Last part of the address.' }),
}

const parent = { parent: optional(anId(termId), { description: 'Id of the category above; 0: none.' }) }

/** Only nested terms have a parent. */
export const parentOf = <Parent extends object>({ nested }: TermKind, argument: Parent): Partial<Parent> =>
  nested ? argument : {}

/** Id of an item route. */
export const idOf = ({ noun }: TermKind) => ({
  id: required(anId(termId), { description: `Id of the ${noun}.` }),
})

/** Arguments of a create (spec 02 §9). */
export const createArguments = (kind: TermKind) => ({
  name: required(termName(), nameDoc),
  ...members,
  ...parentOf(kind, parent),
})

/** Arguments of an update. */
export const updateArguments = (kind: TermKind) => ({
  ...idOf(kind),
  name: optional(termName(), nameDoc),
  ...members,
  ...parentOf(kind, parent),
})
