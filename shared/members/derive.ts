import { z } from 'zod'
import type { Member, Members } from './member.ts'

/** Names of the members of which `Has` holds. */
export type NamesWith<Table extends Members, Has> = {
  [Name in keyof Table]: Table[Name] extends Has ? Name : never
}[keyof Table] &
  string

/** The two generations of the REST interface. */
export type Generation = 'cal' | 'calx'

/** The members that a generation takes and shows, by their names there. */
export type MembersIn<Table extends Members, In extends Generation> = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly [G in In]: infer As extends string } ? As : never
  ]: NonNullable<z.output<Table[Name]['stored']>>
}

/** Values that facts hold, by the names there. */
export type ValuesOf<Table extends Members> = {
  -readonly [Name in keyof Table]: z.output<Table[Name]['stored']>
}

type Stored<Row extends Member> = Row extends { readonly later: true }
  ? z.ZodDefault<Row['stored']>
  : Row['stored']

const mapped = (table: Members, to: (row: Member) => unknown) =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, to(row)]))

/** Schemas of all members, for the fact that tells of a new item. */
export const storedOf = <Table extends Members>(table: Table) =>
  mapped(table, ({ stored, initial, later }) => (later === true ? stored.default(initial) : stored)) as {
    -readonly [Name in keyof Table]: Stored<Table[Name]>
  }

/** Schema of the changes that a fact may carry: member → [before, after]. */
export const changesOf = <Table extends Members, const Fact extends string>(table: Table, fact: Fact) => {
  const told = Object.entries(table).filter(([, row]) => row.fact === fact)
  const pairs = Object.fromEntries(told.map(([name, { stored }]) => [name, z.tuple([stored, stored])]))
  return z
    .object(
      pairs as {
        -readonly [Name in NamesWith<Table, { readonly fact: Fact }>]: z.ZodTuple<
          [Table[Name]['stored'], Table[Name]['stored']],
          null
        >
      },
    )
    .partial()
}

/** What a new item has where nothing was sent. */
export const initialOf = <Table extends Members>(table: Table) =>
  mapped(table, ({ initial }) => initial) as ValuesOf<Table>

/** What stands in a tombstone in place of the values. */
export const purgedOf = <Table extends Members>(table: Table) =>
  mapped(table, ({ purged }) => purged) as ValuesOf<Table>

/** Names and rows of the members for which `has` says something, those of `first` before the others. */
export const membersWith = <Table extends Members, Has extends keyof Member>(
  table: Table,
  has: Has,
  first: readonly string[] = [],
): readonly (readonly [
  name: keyof Table & string,
  row: Member & { readonly [Name in Has]-?: NonNullable<Member[Name]> },
])[] => {
  const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)
  return Object.entries(table)
    .filter(([, row]) => row[has] !== undefined)
    .sort(([a], [b]) => place(a) - place(b)) as never
}

/** Names of the members of a kind. */
export const membersOfKind = (tables: readonly Members[], kind: Member['kind']): ReadonlySet<string> =>
  new Set(tables.flatMap(table => Object.keys(table).filter(name => table[name]?.kind === kind)))

/** How many members came after the first facts were stored. */
export const laterMembers = (table: Members): number =>
  Object.values(table).filter(({ later }) => later === true).length
