import type { SiteSettings } from '../../shared/facts/site.ts'

export type CurrencySettings = Pick<SiteSettings, 'currencyCode' | 'currencySymbol' | 'currencyPosition'>

/** Written before the amount, and after it. */
const PREFIX =
  'USD $, GBP £, EUR €, AUD $, BRL R$, CAD $, CNY ¥, HKD $, IDR Rp, ILS ₪, INR ₹, JPY ¥, KRW ₩, MXN $, MYR RM, NGN ₦, NZD $, PHP ₱, SGD $, THB ฿, TWD NT$, ZAR R'
const POSTFIX =
  'BGN лв., CHF CHF, CZK Kč, DKK kr., HUF Ft, NOK kr, PLN zł, RON lei, RSD дин., SEK kr, TRY ₺, UAH ₴, VND ₫'

const entries = (list: string, currencyPosition: 'prefix' | 'postfix') =>
  list.split(', ').map(entry => {
    const [currencyCode = '', currencySymbol = ''] = entry.split(' ')
    return [currencyCode, { currencyCode, currencySymbol, currencyPosition }] as const
  })

/** Currencies that a site can be set up with, by their code. */
export const currencies: ReadonlyMap<string, CurrencySettings> = new Map([
  ...entries(PREFIX, 'prefix'),
  ...entries(POSTFIX, 'postfix'),
])
