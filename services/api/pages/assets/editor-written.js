// How the editor of texts writes HTML down.
import { INLINE, isList, OF_LINKS, settle, startsLine } from './editor-html.js'

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
const escaped = text => text.replace(/[&<>\u00a0]/g, sign => SIGNS[sign])

/** The two that are written by the names that say what they mean. */
const WRITTEN = { b: 'strong', i: 'em' }

/** Stands for a line break until it is known how it is written. */
const BREAK = '\ue000'

const inline = nodes => {
  let text = ''
  for (const node of nodes) {
    if (node instanceof Text) text += escaped(node.data.replaceAll(BREAK, ''))
    else if (node.localName === 'br') text += BREAK
    else if (node instanceof Element && node.localName !== 'input') {
      const inner = inline(node.childNodes)
      const name = WRITTEN[node.localName] ?? node.localName
      const attributes = OF_LINKS.filter(one => name === 'a' && node.hasAttribute(one)).map(
        one => ` ${one}="${escaped(node.getAttribute(one)).replaceAll('"', SIGNS['"'])}"`,
      )
      const isWritten = inner !== '' && INLINE.has(name)
      text += isWritten ? `<${name}${attributes.join('')}>${inner}</${name}>` : inner
    }
  }
  return text
}

/** Nodes of a line or of several, as text. */
const lines = (nodes, br) => inline(nodes).replaceAll(BREAK, br)

/** Line breaks of a paragraph that has no tags: those with nothing between them would begin a new one. */
const plainly = nodes =>
  lines(nodes, '\n').replace(/\n(?:\s*\n)+/g, found => '<br />\n'.repeat(found.split('\n').length - 1))

const paragraph = (nodes, isPlain) => {
  if (isPlain) return plainly(nodes)
  const text = lines(nodes, '<br />')
  return text === '' ? '' : `<p>${text}</p>`
}

/** Children in turn; those of a line that stand between blocks together. */
const runsOf = node => {
  const runs = []
  for (const child of node.childNodes)
    if (startsLine(child)) runs.push(child)
    else if (Array.isArray(runs.at(-1))) runs.at(-1).push(child)
    else runs.push([child])
  return runs
}

const holds = node => [...node.childNodes].some(startsLine)

/** An element whose content is one line, or blocks with each on a line of its own. */
const around = (name, node) => {
  const text = holds(node) ? blocks(node, false, true).join('\n') : lines(node.childNodes, '<br />')
  if (text === '') return ''
  return holds(node) ? `<${name}>\n${text}\n</${name}>` : `<${name}>${text}</${name}>`
}

const entry = text => (text === '' ? '' : `<li>${text}</li>`)

const block = (node, isPlain) => {
  if (Array.isArray(node)) return paragraph(node, isPlain)
  const name = node.localName
  if (name === 'p' || name === 'div' || name === 'li')
    return holds(node)
      ? blocks(node, isPlain).join(isPlain ? '\n\n' : '\n')
      : paragraph(node.childNodes, isPlain)
  if (!isList(node)) return around(name, node)
  const entries = runsOf(node)
    .map(run => (Array.isArray(run) ? entry(lines(run, '<br />')) : around('li', run)))
    .filter(text => text !== '')
  return entries.length === 0 ? '' : `<${name}>\n${entries.join('\n')}\n</${name}>`
}

/** `isBare`: a line between blocks gets no tags. */
const blocks = (node, isPlain, isBare = false) =>
  runsOf(node)
    .map(run => (isBare && Array.isArray(run) ? lines(run, '<br />') : block(run, isPlain)))
    .filter(text => text !== '')

/** A list behind an entry is a part of it. */
const sunk = root => {
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling
    if (before?.localName === 'li') before.append(list)
    else {
      const entry = document.createElement('li')
      list.before(entry)
      entry.append(list)
    }
  }
}

/**
 * Content of an editor as it is stored: `isPlain`, with blank lines between paragraphs, as people type them, else with
 * `<p>`. What shows nothing is not written.
 */
export const written = (root, isPlain) => {
  const copy = root.cloneNode(true)
  sunk(copy)
  settle(copy)
  return blocks(copy, isPlain).join(isPlain ? '\n\n' : '\n')
}
