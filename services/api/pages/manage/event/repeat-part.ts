import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { checkbox, input, select } from '../controls.ts'
import type { Wrong } from '../form/wrong.ts'
import { REPEATS, WEEKDAYS, type Repeat } from './repeat.ts'

/** How a new event repeats (spec 07 §5). */
export const repeatPart = (repeat: Repeat, wrong: Wrong): Markup =>
  html`<details class="manage-part" ${repeat.repeat === '' ? null : html`open`}>
    <summary>Repeats</summary>
    ${select({
      ...{ name: 'repeat', label: 'How often it takes place', value: repeat.repeat, choices: REPEATS },
      hint: 'Each date becomes an event of its own. Before they are made, all dates are shown.',
    })}
    <fieldset class="manage-days">
      <legend>Every week on</legend>
      ${WEEKDAYS.map(([name, word]) => checkbox('repeatDays[]', name, word, repeat.days.includes(name)))}
    </fieldset>
    <div class="manage-row">
      ${input({
        ...{
          name: 'repeatUntil',
          label: 'Until',
          value: repeat.until,
          type: 'date',
          why: wrong['repeatUntil'],
        },
        hint: 'The last day on which it may begin.',
      })}
      ${input({
        ...{
          name: 'repeatCount',
          label: 'Or how many times',
          value: repeat.count,
          why: wrong['repeatCount'],
        },
      })}
      ${input({
        ...{ name: 'repeatEvery', label: 'Every how many', value: repeat.every, why: wrong['repeatEvery'] },
        hint: '2: every other day, week, month or year. Nothing: each.',
      })}
    </div>
    ${input({
      ...{ name: 'repeatExcept', label: 'Not on', value: repeat.except, why: wrong['repeatExcept'] },
      hint: 'Days that are left out, such as 2027-05-31, with commas between them.',
    })}
  </details>`
