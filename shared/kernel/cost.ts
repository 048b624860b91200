import { amountsOf } from './amount.ts'

type CurrencySign = { readonly symbol: string; readonly position: string; readonly code: string }

/** A cost as shown. */
export type Cost = {
  readonly display: string
  /** Sign found in the text or given by the source; "" when the site's is shown. */
  readonly symbol: string
  readonly code: string
  /** `prefix`, `postfix` or "". */
  readonly position: string
  /** Plain numbers, ascending: `1000.50`. */
  readonly values: readonly string[]
}

/** One number of the text and what stands directly around it. */
type Price = { readonly before: string; readonly values: readonly string[]; readonly after: string }

const numbers = /\d(?:[\d.,]*\d)?/g
const between = /^(.*?)(?:\s*[-–—]\s*|,\s+)(.*)$/s
const freeFirst = /^free(?:\s*[-–—]\s*|,\s+)(?=.*\d)/is
const free = /^free$/i
/** Signs that are written together with the number. */
const currencySign = /^(?:\S{0,3}\p{Sc}\S{0,2}|[A-Z]{2,4}|Fr\.?|kr\.?|zł|Kč|Ft|lei|din)$/u

const isZero = (value: string) => Number(value) === 0

/** The texts around and between the numbers, one more than there are numbers. */
const gapsOf = (text: string): { readonly found: readonly string[]; readonly gaps: readonly string[] } => {
  const found = [...text.matchAll(numbers)]
  const ends = found.map(({ 0: number, index }) => index + number.length)
  return {
    found: found.map(([number]) => number),
    gaps: [0, ...ends].map((from, n) => text.slice(from, found[n]?.index)),
  }
}

/** null when something else than a dash or a comma stands between two numbers. */
const pricesOf = (text: string): readonly Price[] | null => {
  const { found, gaps } = gapsOf(text)
  const inner = gaps.slice(1, -1).map(gap => between.exec(gap))
  if (inner.includes(null)) return null
  return found.map((number, n) => ({
    before: (n === 0 ? gaps[0] : inner[n - 1]?.[2])?.trim() ?? '',
    values: amountsOf(number),
    after: (n === found.length - 1 ? gaps.at(-1) : inner[n]?.[1])?.trim() ?? '',
  }))
}

type Sign = { readonly symbol: string; readonly position: 'prefix' | 'postfix' }

const signOf = ({ before, after }: Price): Sign | null => {
  if (before !== '') return { symbol: before, position: 'prefix' }
  return after === '' ? null : { symbol: after, position: 'postfix' }
}

/** The sign that all prices share; null when there is none, 'mixed' when they differ. */
const sharedSign = (prices: readonly Price[]): Sign | null | 'mixed' => {
  const signs = prices.map(signOf).filter(sign => sign !== null)
  const [first = null] = signs
  const same = signs.every(({ symbol, position }) => symbol === first?.symbol && position === first.position)
  return same ? first : 'mixed'
}

const ascending = (values: readonly string[]): readonly string[] =>
  values
    .toSorted((a, b) => Number(a) - Number(b))
    .filter((value, n, all) => n === 0 || Number(value) !== Number(all[n - 1]))

const withSign = (value: string, { symbol, position }: Pick<CurrencySign, 'symbol' | 'position'>): string => {
  if (isZero(value)) return 'Free'
  return position === 'postfix' ? `${value}${symbol}` : `${symbol}${value}`
}

/** A single number, or the lowest and the highest one. */
const range = (values: readonly string[], sign: Pick<CurrencySign, 'symbol' | 'position'>): string =>
  [values[0], values.length > 1 ? values.at(-1) : undefined]
    .flatMap(value => (value === undefined ? [] : [withSign(value, sign)]))
    .join(' – ')

/** What an event leaves open is as the site has it (spec 02 §5 Cost); no sign of the site stands for another currency. */
const shownCurrency = (currency: CurrencySign | null, site: CurrencySign): CurrencySign => {
  if (currency === null) return site
  const isForeign = currency.code !== '' && currency.code !== site.code
  return {
    ...currency,
    symbol: currency.symbol === '' && !isForeign ? site.symbol : currency.symbol,
    position: currency.position === '' ? site.position : currency.position,
  }
}

/**
 * A cost text as shown (spec 02 §5 Cost). `currency` is that of the event's source, null for the site's. A text
 * whose words are more than a currency sign stays as written. What is shown is shown again unchanged.
 */
export const parseCost = (text: string, currency: CurrencySign | null, site: CurrencySign): Cost => {
  const written = text.trim()
  const none = { symbol: '', code: '', position: '', values: [] }
  if (free.test(written)) return { ...none, display: written, values: ['0'] }
  if (!/\d/.test(written)) return { ...none, display: written }

  const paid = written.replace(freeFirst, '')
  const prices = pricesOf(paid)
  const zero = paid === written ? [] : ['0']
  const values = ascending([...zero, ...amountsOfAll(paid)])
  const sign = prices === null ? 'mixed' : sharedSign(prices)
  if (prices === null || sign === 'mixed') return { ...none, display: written, values }

  const wordy = prices.some(({ before, after }) => before !== '' && after !== '')
  const details =
    sign === null
      ? { ...none, ...currency, values }
      : { symbol: sign.symbol, code: currency?.code ?? '', position: sign.position, values }
  const compact = !wordy && (sign === null || currencySign.test(sign.symbol))
  return { ...details, display: compact ? range(values, sign ?? shownCurrency(currency, site)) : written }
}

const amountsOfAll = (text: string): readonly string[] => gapsOf(text).found.flatMap(amountsOf)
