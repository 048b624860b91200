import { membersWith } from '../../../shared/members/derive.ts'
import type { Members } from '../../../shared/members/member.ts'

/** The flags that items say of a kind: their names in facts and in items. */
export const importedFlags = (table: Members): readonly { readonly name: string; readonly as: string }[] =>
  membersWith(table, 'imported').flatMap(([name, { kind, imported }]) =>
    kind === 'flag' ? [{ name, as: imported.as }] : [],
  )
