import { membersWith, type Generation } from '../../../shared/members/derive.ts'
import type { Member, Members as Table } from '../../../shared/members/member.ts'
import type { Schema } from '../platform/arguments/accepted.ts'

type Members = { readonly [name: string]: Schema }

/** A schema of `components.schemas`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const listOf = (items: Schema): Schema => ({ type: 'array', items })

export const text: Schema = { type: 'string' }
export const whole: Schema = { type: 'integer' }
export const truth: Schema = { type: 'boolean' }
export const address: Schema = { type: 'string', format: 'uri' }
export const wallClock: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
export const flag: Schema = { type: 'boolean', nullable: true, description: 'null: the item is protected.' }
/** A list that never holds anything. */
export const nothing: Schema = { type: 'array', items: {}, maxItems: 0 }

/** An object with these members and no others. */
export const exactly = (always: Members, sometimes: Members = {}): Schema => ({
  type: 'object',
  properties: { ...always, ...sometimes },
  ...(Object.keys(always).length === 0 ? {} : { required: Object.keys(always) }),
  additionalProperties: false,
})

/** How objects of a generation show each kind of member; null: not by the table. */
export type SchemasOfKinds = Readonly<Record<Member['kind'], Schema | null>>

/** The members of a table that objects of a generation have; those of `first` come first. */
export const shownSchemas = (
  table: Table,
  generation: Generation,
  first: readonly string[],
  kinds: SchemasOfKinds,
): Members =>
  Object.fromEntries(
    membersWith(table, generation, first).flatMap(([, row]) => {
      const schema = kinds[row.kind]
      return schema === null ? [] : [[row[generation], schema]]
    }),
  )
