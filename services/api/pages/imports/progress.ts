import type { ImportProgress } from '../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { rootOf } from '../../../../shared/kernel/site-url.ts'
import type { Site } from '../../platform/call.ts'
import { badge } from './list.ts'
import { durationText, outcomes, stateOf } from './words.ts'

/** Where this page asks about an import. */
export const deskPath = ({ baseUrl }: Site, importId: string): string =>
  `${rootOf(baseUrl)}/admin/imports/${importId}`

const figure = (name: string, label: string, value: string | number): Markup =>
  html`<div class="figure">
    <dt>${label}</dt>
    <dd data-show="${name}">${value}</dd>
  </div>`

const remaining = ({ over, remaining_seconds: seconds }: ImportProgress): string => {
  if (over) return 'none'
  return seconds === null ? 'not known' : durationText(seconds)
}

/** How far an import is; `assets/imports.js` keeps it up to date from where `data-stream` says. */
export const progressPanel = (progress: ImportProgress, site: Site, nonce: string): Markup => {
  const { import_id: id, percentage, processed, received, total, per_second: rate, over } = progress
  const stream = `${deskPath(site, id)}/progress/stream?_nonce=${nonce}`
  return html`<section
    class="card import-progress"
    aria-label="Progress"
    ${over ? null : html`data-stream="${stream}" data-paused="${progress.paused ? 'yes' : 'no'}"`}
  >
    <p class="import-progress__state">
      ${badge(stateOf(progress))} <span><span data-show="percentage">${percentage}</span> %</span>
    </p>
    <progress max="100" value="${percentage}" aria-label="Share of items that are done" data-show="bar">
      ${percentage} %
    </progress>
    <dl class="figures">
      ${figure('processed', 'Done', processed)} ${figure('received', 'Received', received)}
      ${figure('expected', 'Expected', Math.max(total, received))} ${figure('rate', 'Items a second', rate)}
      ${figure('remaining', 'Time left', remaining(progress))}
    </dl>
    <dl class="figures figures--outcomes">
      ${outcomes.map(outcome => figure(outcome, outcome, progress.outcomes[outcome]))}
    </dl>
  </section>`
}
