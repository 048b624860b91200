import { importOf, isChosenId } from '../../../../shared/facts/undo.ts'
import type { Site } from '../../platform/call.ts'

/** What undos take back: where its pages are, and their words. */
type Root = {
  /** Of its pages, before its id. */
  readonly path: string
  readonly above: { readonly path: string; readonly word: string }
  /** Said of it when it was undone. */
  readonly undone: string
  /** Above its undos. */
  readonly heading: string
  /** On the button that undoes it. */
  readonly action: string
  /** Whether it is to be undone; `source`: what it is called. */
  readonly question: (source: string) => string
}

const IMPORT: Root = {
  ...{ path: '/imports', above: { path: '/imports', word: 'Imports' } },
  ...{ undone: 'This import was undone', heading: 'Undone', action: 'Undo the import' },
  question: source => `Undo the import of ${source}`,
}

/** Entries of the history that were chosen, and put back together. */
const CHOSEN: Root = {
  ...{ path: '/history/put-back', above: { path: '/history', word: 'History' } },
  ...{ undone: 'All of this was put back', heading: 'What came of it', action: 'Put all of this back' },
  question: () => 'Put all of this back once more',
}

/** What undos with this id take back; also by its own id. */
export const rootOf = (id: string): Root => (isChosenId(importOf(id)) ? CHOSEN : IMPORT)

/** The page of what undos with this id take back. */
export const rootAddress = (id: string, { baseUrl }: Site): string =>
  `${baseUrl}${rootOf(id).path}/${importOf(id)}`
