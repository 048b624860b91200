import type { IsoTime } from '../../shared/kernel/brands.ts'
import { html, type Markup } from '../../shared/kernel/html/markup.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { capitalized, spelledOut } from '../../shared/kernel/text/capitalized.ts'
import { line, type Heading, type Line, type Told } from './told.ts'

export const reportFormats = ['html', 'jsonl'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Whom it is about, and when it was made (ISO 8601 UTC). */
export type About = { readonly title: string; readonly madeAt: IsoTime; readonly intro: string }

type Rendering = {
  readonly type: string
  readonly begin: (about: About) => string
  readonly one: (told: Told, isFirst: boolean) => string
  readonly end: string
}

// a file of its own, which is opened without any other
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{margin-top:2.5rem;border-top:1px solid;padding-top:1rem}.stays{border-inline-start:4px solid;padding-inline-start:1rem}
li{margin-block:.5rem;overflow-wrap:anywhere}dl{margin:.2rem 0 0 1.5rem;display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:0 1rem}
dd{margin:0;white-space:pre-wrap}time{font-variant-numeric:tabular-nums}`

const isPair = (value: Json): value is Json[] => Array.isArray(value) && value.length === 2

const valueText = (value: Json): string => {
  if (value === null || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What changed from one to the other is told as such. */
const shown = (value: Json): string =>
  isPair(value) ? `${valueText(value[0] ?? null)} → ${valueText(value[1] ?? null)}` : valueText(value)

/** `PasswordLinkMade` → `Password link made`. */
const words = (what: string): string => capitalized(spelledOut(what))

const minute = (at: IsoTime): string => at.slice(0, 16).replace('T', ' ')

const lineMarkup = ({ at, of, what, values }: Line): Markup => {
  const members = Object.entries(values)
  return html`<li>
    ${at === null ? null : html`<time datetime="${at}">${minute(at)}</time> `}<b>${words(what)}</b>${of === null ? null : ` · ${of.replace('/', ' ')}`}
    ${
      members.length === 0
        ? null
        : html`<dl>
            ${members.map(
              ([name, value]) =>
                html`<dt>${words(name)}</dt>
                  <dd>${shown(value)}</dd>`,
            )}
          </dl>`
    }
  </li>`
}

const head = ({ title, madeAt, intro }: About): Markup =>
  html`<h1>${title}</h1>
    <p>Made ${minute(madeAt)} UTC. ${intro} Times are UTC.</p>`

const headingMarkup = ({ heading, stays }: Heading): Markup =>
  html`<h2>${heading}</h2>
    <p class="stays">${stays}</p>`

const htmlRendering: Rendering = {
  type: 'text/html; charset=utf-8',
  begin: about =>
    [
      '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width">',
      `${html`<title>${about.title}</title>`.markup}<style>${STYLE}</style></head>`,
      `<body><main>${head(about).markup}\n`,
    ].join('\n'),
  one: (told, isFirst) =>
    'heading' in told
      ? `${isFirst ? '' : '</ul>'}${headingMarkup(told).markup}<ul>\n`
      : `${lineMarkup(told).markup}\n`,
  end: '</ul></main></body></html>\n',
}

const linesRendering: Rendering = {
  type: 'application/x-ndjson; charset=utf-8',
  begin: about => `${JSON.stringify(about)}\n`,
  one: told => `${JSON.stringify(told)}\n`,
  end: '',
}

const renderings: Readonly<Record<ReportFormat, Rendering>> = { html: htmlRendering, jsonl: linesRendering }

export const reportType = (format: ReportFormat): string => renderings[format].type

const NOTHING = line('nothing', {})

/** Whether a part ends here that has begun with this. */
const isEmpty = (before: Told | null): boolean => before !== null && 'heading' in before

/** A report as a file that needs no other, piece by piece: a page to be read, or a JSON object a line. */
export async function* rendered(
  told: AsyncIterable<Told>,
  about: About,
  format: ReportFormat,
): AsyncGenerator<string> {
  const { begin, one, end } = renderings[format]
  yield begin(about)
  let before: Told | null = null
  for await (const each of told) {
    if (isEmpty(before) && 'heading' in each) yield one(NOTHING, false)
    yield one(each, before === null)
    before = each
  }
  if (isEmpty(before)) yield one(NOTHING, false)
  yield end
}
