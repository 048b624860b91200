import {
  membersWith,
  type Generation,
  type MembersIn,
  type ValuesOf,
} from '../../../shared/members/derive.ts'
import type { Member, Members } from '../../../shared/members/member.ts'
import { optional, type Argument, type ArgumentKind } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { storedHtml } from './stored-html.ts'

/** How a generation reads each kind of member; null: it takes none of them by the table. */
export type KindsOfGeneration = Readonly<
  Record<Member['kind'], ArgumentKind<string> | ArgumentKind<boolean> | null>
>

/** What the index shows as the default of what is not sent. */
type Doc = { readonly showDefault?: null }

/** The arguments that a table brings to writes of a generation, each optional; those of `first` come first. */
export const memberArguments = <Table extends Members, In extends Generation>(
  table: Table,
  generation: In,
  first: readonly string[],
  kinds: KindsOfGeneration,
  doc: Doc = {},
) => {
  const declared = membersWith(table, generation, first).map(([name, row]) => {
    const kind = kinds[row.kind]
    if (kind === null) throw new TypeError(`${generation} takes no member of the kind of ${name}`)
    const description = row.doc ?? `${row.word}.`
    return [row[generation], optional<string | boolean>(kind, { description, ...doc })]
  })
  return Object.fromEntries(declared) as {
    readonly [Name in keyof MembersIn<Table, In>]: Argument<MembersIn<Table, In>[Name] | undefined>
  }
}

/** What was sent of the members of a table, as it is stored; what was not sent is left out. */
export const storedMembers = <Table extends Members, In extends Generation>(table: Table, generation: In) => {
  const members = membersWith(table, generation)
  return (
    sent: { readonly [Name in keyof MembersIn<Table, In>]?: MembersIn<Table, In>[Name] | undefined },
    call: Call,
  ): Partial<ValuesOf<Table>> => {
    const said = new Map<string, unknown>(Object.entries(sent))
    const values: [string, unknown][] = []
    for (const [name, { kind, [generation]: as }] of members) {
      const value = said.get(as)
      if (value === undefined) continue
      values.push([name, kind === 'html' && typeof value === 'string' ? storedHtml(value, call) : value])
    }
    return Object.fromEntries(values) as Partial<ValuesOf<Table>>
  }
}
