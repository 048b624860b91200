import type { SiteSettings, SomeSettings } from '../../../shared/facts/site.ts'
import { currencies } from '../../site/currencies.ts'
import { readOption } from '../../site/options.ts'
import type { WizardSent } from './arguments.ts'

type Meaning =
  | { readonly ok: true; readonly settings: SomeSettings; readonly said: readonly string[] }
  | { readonly ok: false; readonly why: string }

/** No setting of the first steps names anybody. */
const nobody = { userNamed: () => null, mayEditEvents: () => false }

const option = (name: string, label: string, text: string): Meaning => {
  const read = readOption(name, text, nobody)
  return read.ok ? { ...read, said: [label] } : { ok: false, why: `${label}: ${read.why}.` }
}

const currency = (code: string): Meaning => {
  const settings = currencies.get(code)
  return settings === undefined
    ? { ok: false, why: `Currency: there is none with the code ${code.slice(0, 20)}.` }
    : { ok: true, settings, said: ['Currency'] }
}

/** `all` stands for no view; the default view is one of those that are left. */
const views = (sent: readonly string[], { defaultView }: SiteSettings): Meaning | null => {
  const wanted = sent.filter(view => view !== 'all' && view !== '')
  if (wanted.length === 0) return null
  const read = option('enabled_views', 'Views', wanted.join(','))
  if (!read.ok) return read
  const [first] = read.settings.enabledViews ?? []
  const isLeft = read.settings.enabledViews?.includes(defaultView) === true
  return isLeft || first === undefined
    ? read
    : { ...read, settings: { ...read.settings, defaultView: first } }
}

const isSame = (settings: SomeSettings, current: SiteSettings): boolean =>
  Object.entries(settings).every(
    ([name, value]) => JSON.stringify(current[name as keyof SiteSettings]) === JSON.stringify(value),
  )

/** The settings that were sent, all or none of them (spec 06 §3); those that are so already are only told of. */
export const readWizardSettings = (sent: WizardSent, current: SiteSettings): Meaning => {
  const { currency: code = '', date_format = '', timezone_string = '', start_of_week } = sent
  const meanings = [
    code === '' || code === current.currencyCode ? null : currency(code),
    date_format === '' ? null : option('date_format', 'Date format', date_format),
    timezone_string === '' ? null : option('timezone_string', 'Time zone', timezone_string),
    start_of_week === undefined || start_of_week === null
      ? null
      : option('start_of_week', 'First day of the week', String(start_of_week)),
    views(sent.calEnableViews ?? [], current),
  ]
  let [settings, said]: [SomeSettings, readonly string[]] = [
    {},
    code !== '' && code === current.currencyCode ? ['Currency: as it was.'] : [],
  ]
  for (const meaning of meanings) {
    if (meaning === null) continue
    if (!meaning.ok) return meaning
    const unchanged = isSame(meaning.settings, current)
    if (!unchanged) settings = { ...settings, ...meaning.settings }
    said = [...said, ...meaning.said.map(label => `${label}: ${unchanged ? 'as it was' : 'saved'}.`)]
  }
  return { ok: true, settings, said }
}
