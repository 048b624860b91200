import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../../platform/call.ts'
import { textarea, type Control } from '../controls.ts'

/** What a page with such a text loads. */
export const EDITOR = { styles: ['editor.css'], scripts: ['editor.js'] } as const

const HINT = 'Paragraphs, and HTML for more: <strong>, <em>, <a href="…">, <ul>, <ol>, <h3>, <blockquote>.'

/** What a button does, its word, and the key besides. */
const BUTTONS = [
  ['bold', 'Bold', 'Control+B'],
  ['italic', 'Italic', 'Control+I'],
  ['link', 'Link', 'Control+K'],
  ['list', 'List', null],
  ['numbers', 'Numbers', null],
  ['heading', 'Heading', null],
  ['quote', 'Quote', null],
  ['undo', 'Undo', 'Control+Z'],
  ['redo', 'Redo', 'Control+Y'],
  ['html', 'As HTML', null],
] as const

/** Those that are on or off where the cursor is. */
const PRESSED: ReadonlySet<string> = new Set([
  'bold',
  'italic',
  'link',
  'list',
  'numbers',
  'heading',
  'quote',
])

const button = ([does, word, keys]: (typeof BUTTONS)[number]): Markup =>
  html`<button
    type="button"
    class="quiet"
    data-do="${does}"
    ${keys === null ? null : html`aria-keyshortcuts="${keys}"`}
    ${PRESSED.has(does) ? html`aria-pressed="false"` : null}
  >
    ${word}
  </button>`

/** What the editor cannot keep of a text, as its script names it; others are elements, by their names. */
const LOST = [
  ['table', 'tables'],
  ['picture', 'pictures'],
  ['frame', 'videos and frames of other pages'],
  ['attributes', 'classes, styles and other attributes'],
  ['marks', 'marks of other programs'],
  ['shortcode', 'short codes in brackets'],
  ['shape', 'the way it is put together'],
  ['length', 'a text as long as this'],
] as const

const link = html`<div class="editor__link" data-js="link" hidden>
  <label>Address of the link <input type="text" inputmode="url" autocomplete="off" /></label>
  <p class="why" role="alert" hidden>
    This is no address. Please type one like https://school.example, or an e-mail address.
  </p>
  <div class="actions">
    <button type="button" data-do="link-set">Set the link</button>
    <button type="button" class="quiet" data-do="link-remove">Remove the link</button>
    <button type="button" class="quiet" data-do="link-cancel">Cancel</button>
  </div>
</div>`

/** Everything that a script puts beside the field, with all its words. */
const parts = (label: string): Markup =>
  html`<template>
    <div class="editor__bar" role="toolbar" aria-label="${label}: how it looks" data-js="bar">
      ${BUTTONS.map(button)}
    </div>
    ${link}
    <div class="editor__text" role="textbox" aria-multiline="true" data-js="text"></div>
    <p class="hint" role="status" data-js="said"></p>
    <div class="editor__html" data-js="html" hidden>
      <p data-js="cannot" hidden>
        It is shown as HTML, because the editor cannot keep: <span data-js="lost"></span>.
      </p>
      <button type="button" class="quiet" data-do="edit">Use the editor</button>
      <button type="button" class="quiet" data-do="edit-lossy" hidden>Use the editor, and lose them</button>
    </div>
    <ul data-js="words">
      ${LOST.map(([kind, words]) => html`<li data-kind="${kind}">${words}</li>`)}
      <li data-kind="unopened">The editor could not be opened. Please try again later.</li>
      <li data-kind="files">A text holds no files. Pictures have a field of their own.</li>
    </ul>
  </template>`

/**
 * A long text as HTML; with scripts in an editor, if that can keep it (spec 07 §5). The page needs `EDITOR`, and has one
 * such text at most.
 */
export const editedText = (control: Omit<Control, 'hint'> & { readonly rows: number }, site: Site): Markup =>
  html`<div class="editor" data-js="editor" data-shown="${site.baseUrl}/manage/text">
    ${textarea({ ...control, hint: HINT })} ${parts(control.label)}
  </div>`
