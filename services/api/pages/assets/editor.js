// A long text in an editor, in place of its field as HTML. The field stays, and is what is sent: it is written into only
// when somebody changes the text, so that what nobody touched is sent as it came.
import { steer } from './editor-bar.js'
import { forEngine, kept, lostOfText } from './editor-html.js'
import { written } from './editor-written.js'
import Squire from './squire.mjs'

/** More is slow to edit as a whole. */
const LONGEST = 100_000

/** Of a long text it takes long to write it: not at each letter. */
const PAUSE_MS = 250

/** The HTML as which the service shows a text; null: it cannot be asked. */
const shownOf = async (address, text) => {
  if (text.trim() === '') return ''
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams({ text }) })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return answer.ok ? (page.querySelector('[data-js="shown"]')?.textContent ?? null) : null
}

/** Looks that no button gives are not to be had by other ways either. */
const FOREIGN = /^format(?!Bold|Italic|Underline|StrikeThrough|Superscript|Subscript|Remove)/

/** Refuses what is for no text: files, which have a field of their own (`say` tells that), and foreign looks. */
const refuse = (editor, text, say) => {
  const stop = event => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const refuseFiles = event => {
    const { types } = event.dataTransfer ?? event.clipboardData
    if (!types.includes('Files') || types.includes('text/html') || types.includes('text/plain')) return
    stop(event)
    say()
  }
  for (const type of ['drop', 'paste']) text.addEventListener(type, refuseFiles, true)
  editor.addEventListener('pasteImage', say)
  text.addEventListener('beforeinput', event => FOREIGN.test(event.inputType) && stop(event), true)
}

/** Keys that mean to a page what they mean everywhere. */
const NOT_ITS_KEYS = ['Tab', 'Shift-Tab', 'PageUp', 'PageDown', 'Ctrl-d', 'Meta-d']

const editorIn = text => {
  const editor = new Squire(text, {
    blockTag: 'P',
    sanitizeToDOMFragment: forEngine,
    didError: error => {
      throw error
    },
  })
  for (const key of NOT_ITS_KEYS) editor.setKeyHandler(key, null)
  return editor
}

/** What stands in the page and in its template, which has all words. */
const piecesOf = holder => {
  const parts = holder.querySelector('template').content.cloneNode(true)
  const names = ['bar', 'link', 'text', 'said', 'html', 'cannot', 'lost', 'words']
  const area = holder.querySelector('textarea')
  const pieces = {
    ...{ area, label: holder.querySelector('label'), hint: holder.querySelector('.hint') },
    ...Object.fromEntries(names.map(name => [name, parts.querySelector(`[data-js="${name}"]`)])),
  }
  area.after(...['bar', 'link', 'text', 'said', 'html'].map(name => pieces[name]))
  return pieces
}

/** The editor is said to be wrong as the field is. */
const described = ({ area, text }) => {
  for (const name of ['aria-describedby', 'aria-invalid']) {
    const value = (area.getAttribute(name) ?? '').replace(`${area.id}-hint`, '').trim()
    if (value !== '') text.setAttribute(name, value)
  }
}

/** Shows either the editor or the field; the label is of the one that is seen, and links to the field lead there. */
const showing = ({ area, label, bar, link, text, said, html, hint }) => {
  const { id } = area
  label.id = `${id}-label`
  return isEditor => {
    for (const one of [bar, text]) one.hidden = !isEditor
    for (const one of [area, hint, html]) one.hidden = isEditor
    link.hidden = true
    said.textContent = ''
    area.id = isEditor ? `${id}-html` : id
    text.id = isEditor ? id : `${id}-text`
    text.setAttribute('aria-labelledby', isEditor ? label.id : '')
  }
}

/** Tells what the editor would lose, and offers to open it all the same, unless the text is too long for it. */
const telling = ({ html, cannot, lost, words }) => {
  const [edit, lossy] = html.querySelectorAll('button')
  const wordsOf = kind => words.querySelector(`[data-kind="${kind}"]`)?.textContent ?? kind
  const tellLost = kinds => {
    cannot.hidden = kinds.length === 0
    lost.textContent = kinds.map(wordsOf).join(', ')
    edit.hidden = kinds.length > 0
    lossy.hidden = kinds.length === 0 || kinds.includes('length')
  }
  return { tellLost, wordsOf, edit, lossy, offer: isOffered => (html.hidden = !isOffered) }
}

/** A text as an editor would have it: what it shows, as it writes that, and what it would lose. */
const loaded = (editor, value, shown) => {
  const isPlain = !/<p[\s>]/i.test(value)
  const { fragment, lost } = kept(shown)
  const before = written(fragment, isPlain)
  editor.setHTML(shown)
  const made = written(editor.getRoot(), isPlain)
  const all = new Set([...lost, ...lostOfText(value), ...(made === before ? [] : ['shape'])])
  return { isPlain, made, lost: [...all] }
}

/** The editor beside its field; resolves when it is known which of the two is seen. */
export const edit = holder => {
  const pieces = piecesOf(holder)
  const { area, text, said } = pieces
  described(pieces)
  const show = showing(pieces)
  const ways = telling(pieces)
  const editor = editorIn(text)
  /** null: the field is seen. Else the text as the editor found it, as what it counts unchanged, and as it writes it. */
  let opened = null
  const say = what => {
    said.textContent = ways.wordsOf(what)
  }
  /** `isSent`: the form is being sent, which leaves nothing unsaved. */
  const put = (value, isSent = false) => {
    if (value === area.value) return
    area.value = value
    if (!isSent) area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  let waiting = 0
  const keep = (isSent = false) => {
    clearTimeout(waiting)
    if (opened === null) return
    const now = written(text, opened.isPlain)
    put(now === opened.made ? opened.unchanged : now, isSent)
  }
  const open = async isLossy => {
    const { value } = area
    if (value.length > LONGEST) return ways.tellLost(['length'])
    const shown = await shownOf(holder.dataset.shown, value).catch(() => null)
    // somebody is typing already
    if (area.value !== value || document.activeElement === area) return
    if (shown === null) return say('unopened')
    const { isPlain, made, lost } = loaded(editor, value, shown)
    ways.tellLost(lost)
    if (lost.length > 0 && !isLossy) return
    opened = { found: value, unchanged: lost.length > 0 ? made : value, made, isPlain }
    show(true)
    put(opened.unchanged)
  }
  const close = () => {
    keep()
    if (area.value === opened.unchanged) put(opened.found)
    opened = null
    ways.tellLost([])
    show(false)
    area.focus()
  }
  const focus = () => opened !== null && editor.focus()
  const openLink = steer(editor, pieces.bar, pieces.link, { html: close })
  for (const key of ['Ctrl-k', 'Ctrl-K', 'Meta-k', 'Meta-K'])
    editor.setKeyHandler(key, (_, event) => {
      event.preventDefault()
      openLink()
    })
  refuse(editor, text, () => say('files'))
  editor.addEventListener('input', () => {
    said.textContent = ''
    clearTimeout(waiting)
    waiting = setTimeout(() => keep(), PAUSE_MS)
  })
  text.addEventListener('focusout', () => keep())
  area.form.addEventListener('formdata', ({ formData }) => {
    keep(true)
    formData.set(area.name, area.value)
  })
  pieces.label.addEventListener('click', focus)
  ways.edit.addEventListener('click', () => void open(false).then(focus))
  ways.lossy.addEventListener('click', () => void open(true).then(focus))
  show(false)
  ways.tellLost([])
  // not before it is known whether it is needed
  ways.offer(false)
  return open(false).then(() => ways.offer(opened === null))
}

const holder = document.querySelector('[data-js="editor"]')
if (holder !== null) void edit(holder)
