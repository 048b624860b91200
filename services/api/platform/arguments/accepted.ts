import type { JsonObject } from '../../../../shared/kernel/json.ts'

/** Parts of a JSON schema that this interface uses to say what an argument accepts. */
export type Schema = JsonObject & {
  readonly type?: string
  readonly pattern?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

const isSame = (a: Schema, b: Schema) => JSON.stringify(a) === JSON.stringify(b)

/** One of the forms; the first is the plain one, the others are spellings of it. */
export const either = (...forms: readonly Schema[]): Schema => {
  const all = forms.flatMap(form => form.anyOf ?? [form])
  const distinct = all.filter((form, index) => all.findIndex(other => isSame(form, other)) === index)
  const [only] = distinct
  return distinct.length === 1 && only !== undefined ? only : { anyOf: distinct }
}

/** The same or null. */
export const orNull = (schema: Schema): Schema => {
  const [plain, ...others] = schema.anyOf ?? []
  if (plain !== undefined) return { ...schema, anyOf: [orNull(plain), ...others] }
  return { ...schema, nullable: true, ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }) }
}

/** The whole of a text, in a form. */
export const whole = (form: string): Schema => ({ type: 'string', pattern: `^(?:${form})$` })

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** What the texts among the forms look like; null: any text. */
const textForms = ({ anyOf, type, pattern, enum: values }: Schema): readonly (string | null)[] => {
  if (anyOf !== undefined) return anyOf.flatMap(textForms)
  if (type !== 'string') return []
  if (values !== undefined) return values.map(value => escaped(String(value)))
  return [pattern?.startsWith('^') === true && pattern.endsWith('$') ? pattern.slice(1, -1) : null]
}

/** A text that is split into elements, each of which has one of the element's text forms. */
export const splitText = (element: Schema, split: 'commas' | 'blanks'): Schema => {
  const forms = textForms(element)
  if (forms.length === 0 || forms.includes(null)) return { type: 'string' }
  const between = split === 'commas' ? '\\s*,[\\s,]*' : '[\\s,]+'
  const one = `(?:${forms.join('|')})`
  return whole(`[\\s,]*(?:${one}(?:${between}${one})*[\\s,]*)?`)
}

/** Digits that stand for at most `limit`. */
const upTo = (limit: number): string => {
  const digits = String(limit)
  const lower = Array.from(digits, (digit, index) =>
    digit === '0'
      ? []
      : [`${digits.slice(0, index)}[0-${Number(digit) - 1}]\\d{${digits.length - index - 1}}`],
  ).flat()
  return `0*(?:${[digits, ...lower, ...(digits.length > 1 ? [`\\d{1,${digits.length - 1}}`] : [])].join('|')})`
}

/** Text of a whole number within the bounds, as far as they are 0 or 1 below. */
export const wholeNumberText = ({
  minimum,
  maximum,
}: {
  readonly minimum?: number
  readonly maximum?: number
}): Schema => {
  const digits = maximum === undefined ? '\\d+' : upTo(maximum)
  const end = '(?:\\.0+)?'
  if (minimum === undefined) return whole(`[+-]?${digits}${end}`)
  return whole(minimum >= 1 ? `\\+?(?=0*[1-9])${digits}${end}` : `(?:\\+?${digits}|-0+)${end}`)
}
