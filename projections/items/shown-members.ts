import { displayHtml } from '../../shared/kernel/html/display.ts'
import { plainText } from '../../shared/kernel/html/plain-text.ts'
import { stateProvince } from '../../shared/kernel/text/place.ts'
import { membersWith, type Generation, type ValuesOf } from '../../shared/members/derive.ts'
import type { Member, Members } from '../../shared/members/member.ts'

/** What stands for a value; null: kinds that are shown by whoever knows more of them. */
type Show = ((value: string, values: object) => string) | null

const same = (text: string): string => text
const region = (_: unknown, values: object): string =>
  stateProvince(values as Parameters<typeof stateProvince>[0])
const html = (text: string): string => (text === '' ? '' : displayHtml(text))

const SHOWN: Readonly<Record<Member['kind'], Show>> = {
  ...{ title: same, line: same, phone: same, email: same, uri: same, region, html },
  ...{ flag: null, coordinate: null, ids: null, own: null },
}

const SEARCHED: Readonly<Record<Member['kind'], Show>> = {
  ...SHOWN,
  title: plainText,
  html: plainText,
}

const shownBy = (
  members: readonly (readonly [as: string, name: string, row: Member])[],
  kinds: typeof SHOWN,
) => {
  const shown = members.flatMap(([as, name, { kind }]) => {
    const show = kinds[kind]
    return show === null ? [] : [{ as, name, show }]
  })
  return (values: { readonly [name: string]: unknown }): Record<string, string> => {
    const texts: Record<string, string> = {}
    for (const { as, name, show } of shown) texts[as] = show(values[name] as string, values)
    return texts
  }
}

/** Texts of an item as objects of a generation show them, by their names there; those of `first` come first. */
export const shownTexts = <Table extends Members>(
  table: Table,
  generation: Generation,
  first: readonly string[],
): ((values: ValuesOf<Table>) => Record<string, string>) =>
  shownBy(
    membersWith(table, generation, first).map(([name, row]) => [row[generation], name, row]),
    SHOWN,
  )

/** `,"name":true` for each flag that objects of a generation show; null instead of true or false without values. */
export const shownFlags = <Table extends Members>(
  table: Table,
  generation: Generation,
): ((values: ValuesOf<Table> | null) => string) => {
  const flags = membersWith(table, generation).flatMap(([name, { kind, [generation]: as }]) =>
    kind === 'flag' ? [{ name, before: `,"${as}":` }] : [],
  )
  return values => {
    let text = ''
    for (const { name, before } of flags)
      text += before + (values === null ? 'null' : values[name] === true ? 'true' : 'false')
    return text
  }
}

/** Plain texts that a search looks into (spec 02 §3.2). */
export const searchedTexts = <Table extends Members>(
  table: Table,
): ((values: ValuesOf<Table>) => readonly string[]) => {
  const texts = shownBy(
    membersWith(table, 'searched').map(([name, row]) => [name, name, row]),
    SEARCHED,
  )
  return values => Object.values(texts(values))
}
