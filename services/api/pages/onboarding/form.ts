import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { View, type SiteSettings } from '../../../../shared/facts/site.ts'
import { parseZone } from '../../../../shared/kernel/time/zone.ts'
import { DAYS, formatDate } from '../../../../shared/kernel/time/format.ts'
import { membersWith } from '../../../../shared/members/derive.ts'
import type { Member, Members } from '../../../../shared/members/member.ts'
import { organizerMembers, organizerOrders } from '../../../../shared/members/organizer.ts'
import { venueMembers, venueOrders } from '../../../../shared/members/venue.ts'
import { VIEW_LABELS } from '../../../views/words.ts'
import { currencies } from '../../../site/currencies.ts'
import type { OnboardingState } from '../../../site/onboarding/state.ts'
import type { SentArguments } from '../../platform/call.ts'
import type { Nested } from '../../platform/request/addressing.ts'

const FORMATS = ['F j, Y', 'j F Y', 'j. F Y', 'Y-m-d', 'm/d/Y', 'd/m/Y', 'd.m.Y']
const EXAMPLE = '2027-05-08 10:00:00'

type Choice = readonly [value: string, label: string]

const zones = (current: string): readonly Choice[] => {
  const known = Intl.supportedValuesOf('timeZone').filter(name => parseZone(name) === name)
  return [...new Set([...(current === '' ? [] : [current]), ...known, 'UTC'])]
    .sort((a, b) => (a < b ? -1 : 1))
    .map(name => [name, name.replaceAll('_', ' ')])
}

const select = (name: string, label: string, choices: readonly Choice[], current: string): Markup =>
  html`<div class="field">
    <label for="wizard-${name}">${label}</label>
    <select id="wizard-${name}" name="${name}">
      ${choices.map(([value, text]) =>
        value === current
          ? html`<option value="${value}" selected>${text}</option>`
          : html`<option value="${value}">${text}</option>`,
      )}
    </select>
  </div>`

type Input = { readonly name: string; readonly label: string; readonly type?: string; readonly fill?: string }

/** What was typed before comes back when something was wrong. */
const input = (group: string, { name, label, type = 'text', fill = 'off' }: Input, sent: Nested): Markup => {
  const value = sent[name]
  return html`<div class="field">
    <label for="wizard-${group}-${name}">${label}</label>
    <input
      id="wizard-${group}-${name}"
      name="${group}[${name}]"
      type="${type}"
      value="${typeof value === 'string' ? value : ''}"
      autocomplete="${fill}"
    />
  </div>`
}

/** What a member is typed into; null: nothing that fits. */
const TYPES: Readonly<Record<Member['kind'], string | null>> = {
  ...{ title: 'text', line: 'text', phone: 'tel', email: 'email', uri: 'url', region: 'text' },
  ...{ html: null, flag: null, coordinate: null, ids: null, own: null },
}

const inputsOf = (table: Members, first: readonly string[]): readonly Input[] =>
  membersWith(table, 'asked', first).map(([name, { kind, asked, word, cal = name }]) => {
    const type = TYPES[kind]
    if (type === null) throw new TypeError(`the first steps have no field for ${name}`)
    return { name: cal, label: asked === true ? word : asked, type }
  })

const VENUE = [{ name: 'name', label: 'Name of the venue' }, ...inputsOf(venueMembers, venueOrders.asked)]
const ORGANIZER = [
  { name: 'name', label: 'Name of the organizer' },
  ...inputsOf(organizerMembers, organizerOrders.asked),
]

const membersOf = (form: Nested, group: string): Nested => {
  const sent = form[group]
  return typeof sent === 'object' ? sent : {}
}

const group = (name: 'venue' | 'organizer', fields: readonly Input[], form: Nested): Markup => {
  const sent = membersOf(form, name)
  const id = sent[`${name}Id`]
  return html`${fields.map(field => input(name, field, sent))}${
    typeof id === 'string' && id !== ''
      ? html`<input type="hidden" name="${name}[${name}Id]" value="${id}" />`
      : null
  }`
}

/** Numbers of the steps; the last tab, 5, is that of everything. */
const TABS = { calendar: 1, organizer: 2, venue: 3, questions: 4 } as const

const step = (tab: number, title: string, hint: string, fields: Markup): Markup =>
  html`<fieldset class="wizard__step" data-tab="${tab}">
    <legend tabindex="-1">${title}</legend>
    <p>${hint}</p>
    ${fields}
  </fieldset>`

const calendar = (settings: SiteSettings): Markup => {
  const { timezoneString, dateFormat, startOfWeek, currencyCode, enabledViews } = settings
  const formats = [...new Set([dateFormat, ...FORMATS])]
  const codes = [...new Set([currencyCode, ...currencies.keys()])].filter(code => code !== '')
  return html`${select(
      'timezone_string',
      'Time zone',
      [
        ...(timezoneString === '' ? [['', 'A fixed offset, as it is'] as const] : []),
        ...zones(timezoneString),
      ],
      timezoneString,
    )}
    ${select(
      'date_format',
      'Dates',
      formats.map(format => [format, formatDate(format, EXAMPLE)]),
      dateFormat,
    )}
    ${select(
      'start_of_week',
      'The week begins on',
      DAYS.map((day, index) => [String(index), day]),
      String(startOfWeek),
    )}
    ${select(
      'currency',
      'Currency',
      codes.map(code => [code, code]),
      currencyCode,
    )}
    <fieldset class="wizard__views">
      <legend>Views that visitors can choose</legend>
      ${View.options.map(view => {
        const on = enabledViews.includes(view)
        return html`<label
          >${
            on
              ? html`<input type="checkbox" name="calEnableViews[]" value="${view}" checked />`
              : html`<input type="checkbox" name="calEnableViews[]" value="${view}" />`
          }
          ${VIEW_LABELS[view]}</label
        >`
      })}
    </fieldset>`
}

type Box = { readonly name: 'optin' | 'eventTickets'; readonly label: string; readonly hint: string }

/** A box that is not checked says no, where a form would say nothing. */
const box = ({ name, label, hint }: Box, stored: boolean | null, form: Nested): Markup => {
  const sent = form[name]
  const isOn = sent === undefined ? stored === true : sent === '1'
  const id = `wizard-${name}`
  return html`<div class="field wizard__choice">
    <input type="hidden" name="${name}" value="0" />
    <label
      ><input
        id="${id}"
        type="checkbox"
        name="${name}"
        value="1"
        aria-describedby="${id}-hint"
        ${isOn ? html`checked` : null}
      />
      ${label}</label
    >
    <p class="hint" id="${id}-hint">${hint}</p>
  </div>`
}

const OPT_IN: Box = {
  name: 'optin',
  label: 'Those who make this calendar may learn how it is used',
  hint: 'Your choice is kept; nothing is sent to anybody yet.',
}
const TICKETS: Box = {
  name: 'eventTickets',
  label: 'We would like to sell tickets',
  hint: 'The wish is noted; nothing is installed.',
}

/** One form with every step; a script shows one at a time. */
export const wizardForm = (
  action: string,
  token: Markup,
  settings: SiteSettings,
  { optIn, tickets }: Pick<OnboardingState, 'optIn' | 'tickets'>,
  form: Nested,
): Markup =>
  html`<form class="wizard" method="post" action="${action}" data-js="cal-wizard">
    ${token}
    ${step(TABS.calendar, 'Calendar', 'How dates, weeks and prices are shown, and by which clock.', calendar(settings))}
    ${step(
      TABS.organizer,
      'Organizer',
      'Who organizes most of the events? Leave the name empty to do this later.',
      group('organizer', ORGANIZER, form),
    )}
    ${step(
      TABS.venue,
      'Venue',
      'Where does most of it take place? Leave the name empty to do this later.',
      group('venue', VENUE, form),
    )}
    ${step(
      TABS.questions,
      'Last questions',
      'You can change your mind on this page at any time.',
      html`${box(OPT_IN, optIn, form)}${box(TICKETS, tickets, form)}`,
    )}
    <div class="actions"><button type="submit">Save everything</button></div>
  </form>`

/** What the form without scripts says: everything at once, as from the last tab. */
export const sentByForm = (form: Nested): SentArguments => {
  const named = (name: 'venue' | 'organizer') => {
    const sent = membersOf(form, name)
    return sent['name'] === undefined || sent['name'] === '' ? {} : { [name]: sent }
  }
  const [organizer, venue] = [named('organizer'), named('venue')]
  const isLeftOut = (tab: number) =>
    (tab === TABS.organizer && !('organizer' in organizer)) || (tab === TABS.venue && !('venue' in venue))
  const tabs = Object.values(TABS)
  const rest = Object.entries(form).filter(([name]) => name !== 'venue' && name !== 'organizer')
  return {
    ...Object.fromEntries(rest),
    ...venue,
    ...organizer,
    completedTabs: tabs.filter(tab => !isLeftOut(tab)).map(String),
    skippedTabs: tabs.filter(isLeftOut).map(String),
    begun: '1',
    finished: '1',
    currentTab: '5',
  }
}
