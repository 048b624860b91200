import { Happening, ToldKind, type Sees } from '../../../../../shared/facts/subscription.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import {
  SUBSCRIPTION_ADDRESS_LENGTH,
  SUBSCRIPTION_NAME_LENGTH,
} from '../../../../../shared/limits/subscriptions.ts'
import { textOf, type Visit } from '../../page.ts'
import { checkbox, input, select } from '../controls.ts'
import { happeningWords, kindWords, seesChoices } from './words.ts'

/** What stands in the form. */
export type Typed = {
  readonly name: string
  readonly url: string
  readonly kinds: readonly ToldKind[]
  readonly happenings: readonly Happening[]
  readonly sees: Sees
}

export const first: Typed = {
  ...{ name: '', url: '', kinds: ['event'], happenings: Happening.options, sees: 'public' },
}

export const typedIn = ({ form }: Pick<Visit, 'form'>): Typed => ({
  name: textOf(form, 'name')
    .trim()
    .slice(0, SUBSCRIPTION_NAME_LENGTH + 1),
  url: textOf(form, 'url')
    .trim()
    .slice(0, SUBSCRIPTION_ADDRESS_LENGTH + 1),
  kinds: ToldKind.options.filter(kind => textOf(form, `kind_${kind}`) === 'yes'),
  happenings: Happening.options.filter(one => textOf(form, `happening_${one}`) === 'yes'),
  sees: textOf(form, 'sees') === 'all' ? 'all' : 'public',
})

type Wrong = Readonly<Record<string, string>>

const choices = (legend: string, why: string | undefined, boxes: readonly Markup[]): Markup =>
  html`<fieldset class="manage-checks">
    <legend>${legend}</legend>
    ${why === undefined ? null : html`<p class="why">${why}</p>`} ${boxes}
  </fieldset>`

/** Fields of a subscription; `wrong`: field → what is wrong with what was typed. */
export const subscriptionFields = ({ name, url, kinds, happenings, sees }: Typed, wrong: Wrong): Markup =>
  html`${input({ name: 'name', label: 'Name of the receiver', value: name, why: wrong['name'], isNeeded: true })}
  ${input({
    ...{ name: 'url', label: 'Address', value: url, type: 'url', why: wrong['url'], isNeeded: true },
    hint: 'An https address, to which each change is posted.',
  })}
  ${choices(
    'It is told of',
    wrong['kinds'],
    ToldKind.options.map(kind => checkbox(`kind_${kind}`, 'yes', kindWords[kind], kinds.includes(kind))),
  )}
  ${choices(
    'when they are',
    wrong['happenings'],
    Happening.options.map(one =>
      checkbox(`happening_${one}`, 'yes', happeningWords[one], happenings.includes(one)),
    ),
  )}
  ${select({
    ...{ name: 'sees', label: 'It sees', value: sees, choices: seesChoices },
    hint: 'Created, trashed and restored are told to those who see everything; the others hear published and withdrawn.',
  })}`
