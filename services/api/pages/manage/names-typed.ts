import { PROPOSED_BYTES } from '../../../../shared/limits/desk.ts'
import { LINE_LENGTH } from '../../../../shared/limits/items.ts'
import { thatFit } from './that-fit.ts'

/** Something that people choose by typing its name. */
type Entry<Id extends number = number> = {
  readonly _id: Id
  readonly values: { readonly name: string }
}

type Directory<Id extends number> = {
  readonly byIds: (ids: readonly Id[]) => Promise<readonly Entry<Id>[]>
  readonly byName: (name: string) => Promise<readonly Entry<Id>[]>
}

type Meant<Id> = { readonly id: Id } | { readonly why: string }

/** How one of several of a name is told from the others, and typed. */
const numbered = ({ _id, values }: Entry): string => `${values.name} (#${_id})`

/** The number, as it was typed, by which somebody tells one of several of a name. */
export const numberTyped = (text: string): string | undefined => /#(\d{1,15})\)?$/.exec(text)?.[1]

/** Why nothing has a name of this length, so that nobody looks for it; null: it is no longer than names are. */
export const tooLong = (noun: string, name: string): string | null =>
  name.length <= LINE_LENGTH ? null : `The name of a ${noun} has at most ${LINE_LENGTH} characters.`

/** What somebody means who typed a name, or a number behind `#`. `idOf`: what that number is. */
export const meantBy = async <Id extends number>(
  directory: Directory<Id>,
  idOf: (id: number) => Id,
  noun: string,
  text: string,
): Promise<Meant<Id>> => {
  const why = tooLong(noun, text)
  if (why !== null) return { why }
  const number = numberTyped(text)
  if (number !== undefined) {
    const [entry] = await directory.byIds([idOf(Number(number))])
    return entry === undefined ? { why: `There is no ${noun} with the number ${number}.` } : { id: entry._id }
  }
  const found = await directory.byName(text)
  const [only] = found
  if (only === undefined) return { why: `There is no ${noun} called “${text}”.` }
  return found.length === 1
    ? { id: only._id }
    : {
        why: `There is more than one ${noun} of this name. Please type one of: ${found.slice(0, 10).map(numbered).join(', ')}.`,
      }
}

/** Proposals for what may be typed, as many as have room: names, with their numbers where one name is several. Pure. */
export const proposedNames = (entries: readonly Entry[]): readonly string[] => {
  const times = new Map<string, number>()
  for (const { values } of entries) times.set(values.name, (times.get(values.name) ?? 0) + 1)
  const names = entries.map(entry =>
    times.get(entry.values.name) === 1 ? entry.values.name : numbered(entry),
  )
  return thatFit(names, PROPOSED_BYTES, name => name)
}
