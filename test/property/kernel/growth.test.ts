import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { searchFilters, searchText } from '../../../projections/items/search.ts'
import { folded, quoted, textValue } from '../../../services/api/feeds/content-line.ts'
import { amountsOf } from '../../../shared/kernel/amount.ts'
import { parseCost } from '../../../shared/kernel/cost.ts'
import {
  displayHtml,
  displayTitle,
  sanitizeHtml,
  sanitizeTermName,
  sanitizeTitle,
} from '../../../shared/kernel/html/sanitize.ts'
import { embeddedHtml } from '../../../shared/kernel/html/embedded.ts'
import {
  decodeReferences,
  escapeHtml,
  excerptOf,
  firstWords,
  plainLines,
  plainText,
  scriptJson,
  storedReferences,
} from '../../../shared/kernel/html/text.ts'
import { addressOf, html } from '../../../shared/kernel/html/markup.ts'
import { shallowHtml } from '../../../shared/kernel/html/shallow.ts'
import { unfilteredHtml } from '../../../shared/kernel/html/unfiltered.ts'
import { isSiteUrl } from '../../../shared/kernel/site-url.ts'
import {
  accountName,
  fold,
  foldLetters,
  foldName,
  isDisplayName,
  isEmailAddress,
  isLogin,
  oneLine,
  slugOf,
} from '../../../shared/kernel/text/spelling.ts'
import { mapAddress, postalOf } from '../../../shared/kernel/text/place.ts'
import { searchWords } from '../../../shared/kernel/text/search.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import {
  parseDateText,
  parseExactDateText,
  parsePublicationText,
} from '../../../shared/kernel/time/date-text.ts'
import { fixedZone, parseZone } from '../../../shared/kernel/time/zone.ts'
import { formatDate, withoutYear } from '../../../shared/kernel/time/format.ts'
import { expectLinear, growth, LINEAR } from '../../support/growth.ts'

const HTML = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    ';',
    '#',
    '=',
    '/',
    '!',
    ' ',
    '\n',
    '\n\n',
    '\r',
    '\t',
    '\0',
    '\ufdd0',
    'x',
    'é',
  ],
  ...[
    '&lt;',
    '&amp;',
    '&#60;',
    '&#x3c',
    '&eacute;',
    '&colon;',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?',
    '</',
    '<br',
    '>a',
  ],
  ...[
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<br />',
    '<br />\n',
    'a\n',
    '<hr />',
    '<div class="a">',
    '</div>',
    '<li>',
    '<td>',
  ],
  ...[
    '<a href="',
    '<a b=',
    '<img src="http://x/y" alt=1>',
    '<script>',
    '</script',
    '</script>',
    '<style',
    '<pre>',
  ],
  ...[
    '<textarea>',
    '<xmp>',
    '<iframe>',
    '<svg>',
    '<math>',
    '<table>',
    'javascript:',
    'java',
    'script:',
    '&Tab;',
  ],
]
const DATES = [
  ...[
    '2027',
    '-',
    '05',
    ':',
    ' ',
    'T',
    'Z',
    '+',
    '.',
    '0',
    '1',
    '9',
    'now',
    'today',
    'tomorrow',
    'next',
    'last',
  ],
  ...['monday', 'may', 'am', 'pm', 'days', '+1 ', 'week', ',', '/', '\t', 'é'],
]
const COSTS = [
  '1',
  '0',
  '.',
  ',',
  '-',
  ' - ',
  ' ',
  '$',
  '€',
  'free',
  '%',
  '(',
  '\u00a0',
  'a',
  '٣',
  '1,000',
  '1.5',
]
const NAMES = [
  ...['a', 'Z', '0', ' ', '\t', '-', '_', '.', '@', "'", '’', '"', ',', '(', '%41', '%', '/', 'ß', 'İ', 'é'],
  ...['\u0301', 'ﬁ', '山', '😀', '\ud83d', '\u200d', '\ufeff', '\u00a0', '&amp;', '<b>', '+', '*'],
]
const ADDRESSES = [
  ...[
    'http://',
    'https://',
    'mailto:',
    'a',
    '.',
    '/',
    ':',
    '@',
    '?',
    '#',
    '%',
    '%41',
    '[',
    ']',
    '\\',
    ' ',
    '\t',
    '\n',
  ],
  ...['é', '😀', '\ud83d', '-', '1', '..', '//', '&', 'xn--', '{', '|'],
]

describe('the work of a text grows with it: HTML', () => {
  it.each([
    ['title as shown', displayTitle],
    ['content as shown', displayHtml],
    ['plain text', plainText],
    ['plain lines', plainLines],
    ['excerpt', excerptOf],
    ['first words', firstWords],
    ['references resolved', decodeReferences],
    ['references as stored', storedReferences],
    ['escaped', escapeHtml],
    ['in a template', (text: string) => html`${text}`],
    ['in a script', (text: string) => scriptJson({ text })],
    ['address', addressOf],
    ['depth', shallowHtml],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: HTML, runs: 40 })
  })

  it.each([
    ['content', sanitizeHtml],
    ['title', sanitizeTitle],
    ['name of a term', sanitizeTermName],
    ['unfiltered content', unfilteredHtml],
    ['of somebody else', embeddedHtml],
  ])('cleaned: %s', (_, work) => {
    expectLinear(work, { signs: HTML, runs: 40, length: 4_000 })
  })
  it('cleaned: a tag whose name goes on to the end of the text', () => {
    const unended = (length: number) => `<${'javascript:&#x3c'.repeat(length / 16)}`
    expect(growth(unended, sanitizeTermName, 4_000)).toBeLessThanOrEqual(LINEAR)
  })
})

describe('the work of a text grows with it: names, words, addresses', () => {
  it.each([
    ['slug', slugOf],
    ['folded letters', foldLetters],
    ['folded', fold],
    ['folded name', foldName],
    ['one line', oneLine],
    ['words of a search', searchWords],
    ['filters of a search', searchFilters],
    ['searched text', (text: string) => searchText([text, text])],
    ['account name', accountName],
    ['login', isLogin],
    ['display name', isDisplayName],
    ['e-mail address', isEmailAddress],
    [
      'map address',
      (text: string) =>
        mapAddress(
          'https://maps.example/?q={address}',
          postalOf({
            ...{ address: text, city: text, country: text, zip: text },
            ...{ province: text, state: text, stateprovince: text },
          }),
        ),
    ],
    ['value of a feed', textValue],
    ['parameter of a feed', quoted],
    ['line of a feed', folded],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: NAMES, runs: 30 })
  })
  it.each([
    ['address', readUri],
    ['address of the site', isSiteUrl],
    ['e-mail address', isEmailAddress],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: ADDRESSES, runs: 30 })
    expectLinear(text => work(`https://x.example/${text}`), { signs: ADDRESSES, runs: 20 })
  })
})

describe('the work of a text grows with it: dates and costs', () => {
  const at = { nowUtc: utcTime('2027-05-01 20:00:00'), zone: 'America/New_York' }
  it.each([
    ['date', (text: string) => parseDateText(text, at)],
    ['date with words', (text: string) => parseDateText(`tomorrow ${text}`, at)],
    ['date with a fraction', (text: string) => parseDateText(`2027-05-08 10:00:00.${text}`, at)],
    ['exact date', parseExactDateText],
    ['publication', (text: string) => parsePublicationText(text, at.zone)],
    ['zone', parseZone],
    ['fixed zone', (text: string) => fixedZone(`UTC+${text}`)],
    ['format without year', withoutYear],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: DATES, runs: 30 })
  })
  it('format', () => {
    // each letter is worked for
    expectLinear(text => formatDate(text, '2027-05-08 10:00:00'), { signs: DATES, runs: 30, length: 4_000 })
  })
  const dollar = { symbol: '$', code: 'USD', position: 'prefix' } as const
  it.each([
    ['cost', (text: string) => parseCost(text, null, dollar)],
    ['amounts', amountsOf],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: COSTS, runs: 40 })
  })
})
