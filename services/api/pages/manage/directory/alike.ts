import { inSlices } from '../../../../../shared/in-slices.ts'
import { fold } from '../../../../../shared/kernel/text/spelling.ts'

/** A thing as it is compared with others. */
export type Compared = {
  readonly id: number
  /** As people read it. */
  readonly name: string
  /** Where it is, as far as that tells two of one name apart; "": nothing says. */
  readonly place: string
}

/** Two that may be one, and why. */
export type Pair = {
  readonly one: Compared
  readonly other: Compared
  readonly why: 'same' | 'near'
}

/** Characters of a name that are compared: those of longer ones are hardly typed twice. */
const COMPARED = 48
/** Letters that a name has for one of them to be a slip: shorter ones are other names. */
const SLIP = 8
/** Things that share a form of their names; of more, each is compared with the first alone. */
const CROWD = 12
const ARTICLES = new Set(['the', 'der', 'die', 'das', 'le', 'la', 'les', 'el', 'los', 'il', 'de', 'het'])

/** Words in order, without signs and articles: who types a name twice moves these about. Pure. */
const keyOf = (name: string): string =>
  fold(name)
    .slice(0, COMPARED)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && !ARTICLES.has(word))
    .toSorted()
    .join(' ')

const lettersOf = (key: string): string => key.replaceAll(/\P{L}/gu, '')

/** Forms that two names share which differ by one letter: the name, and it without each of its letters. Pure. */
const formsOf = (key: string): readonly string[] => {
  const letters = lettersOf(key)
  if (letters.length < SLIP) return []
  // numbers are no slips: Room 1 is not Room 2
  const numbers = key.replaceAll(/\P{N}+/gu, ' ')
  return [
    `${letters}|${numbers}`,
    ...Array.from(letters, (_, n) => `${letters.slice(0, n)}${letters.slice(n + 1)}|${numbers}`),
  ]
}

/** Whether one letter is other, missing or too much, or two beside each other stand the other way round. Pure. */
const isSlip = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  const rest = short.length === long.length ? short.slice(from + 1) : short.slice(from)
  if (rest === long.slice(from + 1)) return true
  const isSwapped = short[from] === long[from + 1] && short[from + 1] === long[from]
  return short.length === long.length && isSwapped && short.slice(from + 2) === long.slice(from + 2)
}

/** Places that say something, and not the same. */
const areApart = (one: Compared, other: Compared): boolean =>
  one.place !== '' && other.place !== '' && fold(one.place) !== fold(other.place)

type Keyed = { readonly thing: Compared; readonly key: string; readonly forms: readonly string[] }

/**
 * Pairs that may be one: of the same name, whatever the order of its words, or with one letter other. In time and
 * memory that grow with the number of things: each is put under the forms of its name, and compared with who is there.
 */
export const alikeIn = async (all: readonly Compared[], most: number): Promise<readonly Pair[]> => {
  const keyed = await inSlices(
    all,
    (thing): Keyed => {
      const key = keyOf(thing.name)
      return { thing, key, forms: key === '' ? [] : [`=${key}`, ...formsOf(key)] }
    },
    // a form costs about as much as rendering a line
    ({ forms }) => forms.length * 100,
  )
  const shelves = new Map<string, Keyed[]>()
  const pairs: Pair[] = []
  const seen = new Set<string>()
  const compare = (one: Keyed, other: Keyed): void => {
    const name = `${other.thing.id} ${one.thing.id}`
    if (seen.has(name) || one.thing.id === other.thing.id || areApart(one.thing, other.thing)) return
    seen.add(name)
    const isSame = one.key === other.key
    if (!isSame && !isSlip(lettersOf(one.key), lettersOf(other.key))) return
    pairs.push({ one: other.thing, other: one.thing, why: isSame ? 'same' : 'near' })
  }
  await inSlices(
    keyed,
    one => {
      for (const form of one.forms) {
        const shelf = shelves.get(form)
        if (shelf === undefined) shelves.set(form, [one])
        else {
          for (const other of shelf.length > CROWD ? shelf.slice(0, 1) : shelf) compare(one, other)
          shelf.push(one)
        }
      }
      return null
    },
    (_, { forms }) => forms.length * 100,
  )
  return pairs.toSorted((a, b) => Number(a.why === 'near') - Number(b.why === 'near')).slice(0, most)
}
