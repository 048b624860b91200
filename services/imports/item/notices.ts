import { FOUND_LENGTH } from '../../../shared/limits/imports.ts'

/**
 * What a reader noticed: a code of spec 05 §11, and what it found there, so that people find it, too. `ifSo`: it says
 * nothing by itself; what was found is kept for the case that the item ends with this code.
 */
export type Notice = {
  readonly code: string
  readonly found?: string | undefined
  readonly ifSo?: true
}

/** What was found, by the code of what is told about it. */
export type Found = Readonly<Record<string, string>>

/** How notices stand with an item, or with a file as a whole. */
export type Noticed = { readonly warnings?: readonly string[]; readonly found?: Found }

/** Of long texts the beginning: enough to look for. */
export const shortened = (text: string): string =>
  text.length <= FOUND_LENGTH ? text : `${text.slice(0, FOUND_LENGTH - 1)}…`

const BETWEEN = '; '

/** What was found several times, once, one after the other. */
const joined = (texts: readonly (readonly [code: string, found: string])[]): Found => {
  const all = new Map<string, string>()
  for (const [code, found] of texts) {
    const known = all.get(code)
    if (known === undefined) all.set(code, shortened(found))
    else if (known.length < FOUND_LENGTH && !known.split(BETWEEN).includes(found))
      all.set(code, shortened(known + BETWEEN + found))
  }
  return Object.fromEntries(all)
}

/** Each code once, with what was found. */
export const noticed = (notices: readonly Notice[]): Noticed => {
  const warnings = [...new Set(notices.flatMap(({ code, ifSo }) => (ifSo === true ? [] : [code])))]
  const found = joined(notices.flatMap(({ code, found: text = '' }) => (text === '' ? [] : [[code, text]])))
  return {
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(Object.keys(found).length === 0 ? {} : { found }),
  }
}

const isNothing = ({ warnings = [], found = {} }: Noticed): boolean =>
  warnings.length === 0 && Object.keys(found).length === 0

/** The item, or what else it is, with what was noticed beside. */
export const withNoticed = <Item extends Noticed>(item: Item, ...more: readonly Noticed[]): Item => {
  const news = more.filter(one => !isNothing(one))
  if (news.length === 0) return item
  const all = [item, ...news]
  const warnings = [...new Set(all.flatMap(one => one.warnings ?? []))]
  const found = joined(all.flatMap(one => Object.entries(one.found ?? {})))
  return {
    ...item,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(Object.keys(found).length === 0 ? {} : { found }),
  }
}

export const withNotices = <Item extends Noticed>(item: Item, notices: readonly Notice[]): Item =>
  notices.length === 0 ? item : withNoticed(item, noticed(notices))
