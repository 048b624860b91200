/**
 * Objects of the same members, member by member: the engine reads and makes them three times as fast as one by one, and
 * what many of them have alike is one value. For `v8.serialize`.
 */
export type Table = {
  readonly size: number
  readonly members: readonly string[]
  readonly columns: readonly Column[]
}

/** The values of one member, or of one place of lists. */
type Column =
  /** All of them the same. */
  | { readonly kind: 'one'; readonly value: unknown }
  /** Those of a column before, in the order in which columns were begun. */
  | { readonly kind: 'as'; readonly column: number }
  /** Few different ones. */
  | { readonly kind: 'few'; readonly values: readonly unknown[]; readonly places: Uint8Array }
  /** Lists of the same length. */
  | { readonly kind: 'lists'; readonly columns: readonly Column[] }
  | { readonly kind: 'objects'; readonly table: Table }
  /** Nothing stands where `which` says so, everywhere else the next of the column. */
  | { readonly kind: 'gaps'; readonly which: Uint8Array; readonly column: Column }
  | { readonly kind: 'each'; readonly values: readonly unknown[] | Int32Array }

type Members = Readonly<Record<string, unknown>>

/** Fewer different values than this stand once, if each is there several times. */
const FEW = 256
const SEVERAL = 4
/** Longer lists are seldom alike. */
const LONGEST_LIST = 8
const GAPS = [undefined, null] as const

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && (value | 0) === value && !Object.is(value, -0)
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isGap = (value: unknown): boolean => value === null || value === undefined
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the object has these members in this order, and no others. */
export const hasMembers = (value: object, members: readonly string[]): boolean => {
  let n = 0
  for (const name in value) if (name !== members[n++]) return false
  return n === members.length
}

/** A member of this name cannot be given to an object like others. */
const isPlain = (members: readonly string[]): boolean => !members.includes('__proto__')

/** What tells values apart: of lists and objects their texts. */
const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

const fewOf = (values: readonly unknown[]): Column | null => {
  const known = new Map<unknown, number>()
  const different: unknown[] = []
  const places = new Uint8Array(values.length)
  const most = Math.min(FEW, Math.ceil(values.length / SEVERAL))
  for (const [row, value] of values.entries()) {
    // a negative nothing would be taken for a positive one
    const key = Object.is(value, -0) ? '-0' : keyOf(value)
    let place = known.get(key)
    if (place === undefined) {
      if (different.length === most) return null
      place = different.push(value) - 1
      known.set(key, place)
    }
    places[row] = place
  }
  const [only] = different
  return different.length === 1 ? { kind: 'one', value: only } : { kind: 'few', values: different, places }
}

type Writing = { readonly begun: (readonly unknown[])[] }

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, row) => value === other[row])

const composed = (writing: Writing, values: readonly unknown[]): Column | null => {
  const [first] = values
  if (isList(first) && first.length > 0 && first.length <= LONGEST_LIST) {
    const isAlike = values.every(value => isList(value) && value.length === first.length)
    if (!isAlike) return null
    const columns = first.map((_, place) =>
      columnOf(
        writing,
        values.map(list => (isList(list) ? list[place] : undefined)),
      ),
    )
    return { kind: 'lists', columns }
  }
  if (!isObject(first)) return null
  const members = Object.keys(first)
  const objects = values.filter(isObject)
  const isAlike = objects.length === values.length && objects.every(one => hasMembers(one, members))
  if (!isAlike || members.length === 0 || !isPlain(members)) return null
  return { kind: 'objects', table: tableIn(writing, objects, members) }
}

const columnOf = (writing: Writing, values: readonly unknown[]): Column => {
  const gaps = values.length > 0 && values.some(isGap) && !values.every(isGap)
  if (gaps) {
    const which = Uint8Array.from(values, value => (isGap(value) ? 1 + GAPS.indexOf(value as null) : 0))
    return {
      kind: 'gaps',
      which,
      column: columnOf(
        writing,
        values.filter(value => !isGap(value)),
      ),
    }
  }
  const [first] = values
  if (typeof first !== 'object' || first === null) {
    const before = writing.begun.findIndex(other => other[0] === first && same(other, values))
    if (before !== -1) return { kind: 'as', column: before }
  }
  writing.begun.push(values)
  const few = fewOf(values)
  if (few !== null) return few
  if (values.every(isWhole)) return { kind: 'each', values: Int32Array.from(values) }
  return composed(writing, values) ?? { kind: 'each', values }
}

const tableIn = (writing: Writing, objects: readonly Members[], members: readonly string[]): Table => ({
  size: objects.length,
  members,
  columns: members.map(name =>
    columnOf(
      writing,
      objects.map(object => object[name]),
    ),
  ),
})

/** null: they are not of the same members. */
export const tableOf = (objects: readonly object[]): Table | null => {
  const members = Object.keys(objects[0] ?? {})
  const isAlike = isPlain(members) && objects.every(object => hasMembers(object, members))
  return isAlike && members.length > 0 ? tableIn({ begun: [] }, objects as readonly Members[], members) : null
}

type Values = readonly unknown[] | Int32Array
type Reading = { readonly begun: Values[] }

const valuesOf = (reading: Reading, column: Column, size: number): Values => {
  switch (column.kind) {
    case 'as':
      return reading.begun[column.column] ?? []
    case 'gaps': {
      const { which } = column
      const there = valuesOf(
        reading,
        column.column,
        which.reduce((sum, gap) => sum + (gap === 0 ? 1 : 0), 0),
      )
      let next = 0
      return Array.from(which, gap => (gap === 0 ? there[next++] : GAPS[gap - 1]))
    }
    default: {
      // the place is taken before those within it take theirs, as it was when it was written
      const place = reading.begun.push([]) - 1
      const values = begunValues(reading, column, size)
      reading.begun[place] = values
      return values
    }
  }
}

const begunValues = (
  reading: Reading,
  column: Exclude<Column, { readonly kind: 'as' | 'gaps' }>,
  size: number,
): Values => {
  switch (column.kind) {
    case 'one':
      return new Array<unknown>(size).fill(column.value)
    case 'few':
      return Array.from(column.places, place => column.values[place])
    case 'lists': {
      const places = column.columns.map(inner => valuesOf(reading, inner, size))
      return Array.from({ length: size }, (_, row) => places.map(values => values[row]))
    }
    case 'objects':
      return objectsIn(reading, column.table)
    case 'each':
      return column.values
  }
}

const objectsIn = (reading: Reading, { size, members, columns }: Table): object[] => {
  const values = columns.map(column => valuesOf(reading, column, size))
  // copies of one object have room for all members from the beginning
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(members.map(name => [name, null])))) as Record<
    string,
    unknown
  >
  const objects: object[] = []
  for (let row = 0; row < size; row++) {
    const object = { ...empty }
    for (let n = 0; n < members.length; n++) object[members[n] ?? ''] = values[n]?.[row]
    objects.push(object)
  }
  return objects
}

/** What `tableOf` was made of. */
export const objectsOf = (table: Table): object[] => objectsIn({ begun: [] }, table)
