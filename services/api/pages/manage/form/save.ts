import { html } from '../../../../../shared/kernel/html/markup.ts'
import type { Shown } from '../../page.ts'
import { problemNotice } from '../frame.ts'
import type { Merge } from './merge.ts'
import type { Refused } from './wrong.ts'

/** Others may write meanwhile: then it is compared anew. */
const ATTEMPTS = 4

/** How one kind of form is saved; `Saving`: what a form means to the thing as it is now. */
export type Saves<Saving extends { readonly merge: Merge<string> }> = {
  /** What the form means; else the page that is shown in its place. */
  readonly look: () => Promise<{ readonly saving: Saving } | { readonly shown: Shown }>
  /** Writes what only this writer changed. */
  readonly write: (saving: Saving) => Promise<'written' | 'changed-meanwhile' | Refused>
  /** The form again, with why it was not saved. */
  readonly again: (saving: Saving, refused: Refused) => Promise<Shown>
  /** Asks what is to stay of what two people changed. */
  readonly ask: (saving: Saving) => Promise<Shown>
  readonly done: (saving: Saving) => Shown | Promise<Shown>
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

const busy: Refused = {
  wrong: {},
  said: problemNotice(
    html`<p>Nothing was saved. Others are changing this at this moment. Please save again.</p>`,
  ),
  status: 409,
}

/** Saves changes of a thing (spec 07 §6): what nobody else touched; between the rest somebody chooses. */
export const savedBy = async <Saving extends { readonly merge: Merge<string> }>(
  saves: Saves<Saving>,
): Promise<Shown> => {
  for (let attempt = 1; ; attempt++) {
    const looked = await saves.look()
    if ('shown' in looked) return looked.shown
    const { saving } = looked
    const done = await saves.write(saving)
    if (done === 'written') {
      await saves.settled()
      return saving.merge.both.length > 0 ? saves.ask(saving) : saves.done(saving)
    }
    if (done !== 'changed-meanwhile') return saves.again(saving, done)
    if (attempt === ATTEMPTS) return saves.again(saving, busy)
  }
}

/** What the address of a form says after saving: with what others have changed meanwhile. */
export const savedText = ({ theirs }: Merge<string>): string => ['yes', ...theirs].join(',')
