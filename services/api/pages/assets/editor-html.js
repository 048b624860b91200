// What the editor of texts keeps of HTML: nothing here knows of keys or buttons.

export const INLINE = new Set(['a', 'b', 'br', 'code', 'em', 'i', 's', 'strong', 'sub', 'sup', 'u'])
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const BLOCKS = new Set([...HEADINGS, 'blockquote', 'li', 'ol', 'p', 'ul'])
/** Others that stand inside a line: their content stays. */
const OTHER_INLINE = new Set([
  ...[
    'abbr',
    'acronym',
    'bdi',
    'bdo',
    'big',
    'cite',
    'data',
    'del',
    'dfn',
    'font',
    'ins',
    'kbd',
    'label',
    'mark',
  ],
  ...['q', 'samp', 'small', 'span', 'strike', 'time', 'tt', 'var', 'wbr'],
])
/** What goes with all that is in it. */
const WITHOUT_CONTENT = new Set([
  ...['audio', 'base', 'button', 'canvas', 'embed', 'head', 'iframe', 'img', 'input', 'link', 'math', 'meta'],
  ...['noembed', 'noframes', 'noscript', 'object', 'option', 'script', 'select', 'style', 'svg', 'template'],
  ...['textarea', 'title', 'video', 'xmp'],
])

/** What is lost, in the words of the page, by the name of the element; others are told by their names. */
const KINDS = {
  ...Object.fromEntries(['img', 'picture', 'figure', 'figcaption', 'svg'].map(name => [name, 'picture'])),
  ...Object.fromEntries(['audio', 'embed', 'iframe', 'object', 'video'].map(name => [name, 'frame'])),
  ...Object.fromEntries(
    ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map(name => [
      ...[name, 'table'],
    ]),
  ),
}
const lossOf = name => KINDS[name] ?? `<${name}>`

export const OF_LINKS = ['href', 'rel', 'target', 'title']
const isAddress = text => /^(?:https?:|mailto:|tel:|[/?#.]|[^:]*$)/i.test(text.trim())

const isBlock = node => node instanceof Element && BLOCKS.has(node.localName)
/** The engine of the editor has paragraphs of its own, too. */
export const startsLine = node => isBlock(node) || node.localName === 'div'
export const isList = node => node instanceof Element && (node.localName === 'ul' || node.localName === 'ol')

/** An element as the editor has it, with nothing in it; null: it has none like it. Adds what is lost to `lost`. */
const likeIt = (element, lost) => {
  const name = element.localName
  if (!INLINE.has(name) && !BLOCKS.has(name)) {
    lost.add(lossOf(name))
    return null
  }
  const made = document.createElement(name)
  for (const { name: attribute, value } of element.attributes)
    if (name === 'a' && OF_LINKS.includes(attribute) && (attribute !== 'href' || isAddress(value)))
      made.setAttribute(attribute, value)
    else lost.add('attributes')
  return made
}

/** Programs of offices say with a style what others say with an element. */
const styled = element => {
  const style = element.getAttribute('data-style') ?? ''
  const says = pattern => pattern.test(style)
  const names = [
    ...(says(/font-weight:\s*(?:bold|[6-9]00)/i) ? ['strong'] : []),
    ...(says(/font-style:\s*italic/i) ? ['em'] : []),
  ]
  const none = says(/font-weight:\s*(?:normal|400)/i) && /^(?:b|strong)$/.test(element.localName)
  return { names, isNone: none }
}

/** Content around which there is nothing like its element: a part of a line, or a paragraph of its own. */
const unwrapped = (element, inner) => {
  const { names } = styled(element)
  if (OTHER_INLINE.has(element.localName) || INLINE.has(element.localName))
    return names.reduce((content, name) => {
      const made = document.createElement(name)
      made.append(content)
      return made
    }, inner)
  if ([...inner.childNodes].some(isBlock) || inner.textContent.trim() === '') return inner
  const paragraph = document.createElement('p')
  paragraph.append(inner)
  return paragraph
}

const copied = (node, lost) => {
  if (isAstray(node)) lost.add('shape')
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) {
    lost.add('marks')
    return ''
  }
  if (WITHOUT_CONTENT.has(node.localName)) {
    lost.add(lossOf(node.localName))
    return ''
  }
  const made = likeIt(node, lost)
  const inner = document.createDocumentFragment()
  for (const child of node.childNodes) inner.append(copied(child, lost))
  const isOut = made === null || styled(node).isNone
  // a paragraph in bold type is a bold paragraph to nobody but the parser
  if (isOut || (INLINE.has(made.localName) && [...inner.childNodes].some(isBlock))) {
    lost.add(made === null ? lossOf(node.localName) : 'shape')
    return unwrapped(node, inner)
  }
  made.append(inner)
  return made
}

const BLANK = /^[ \t\r\n\f]*$/

/** Whether something stands in a list that is no entry of it, or an entry in no list. */
const isAstray = node => {
  if (node instanceof Text) return isList(node.parentNode) && !BLANK.test(node.data)
  return isList(node.parentNode) !== (node.localName === 'li')
}

/** A list that ends an entry stands behind it, as the editor has it. */
const hoisted = fragment => {
  for (const entry of [...fragment.querySelectorAll('li')].toReversed()) {
    if (!isList(entry.parentNode)) {
      const inner = document.createDocumentFragment()
      inner.append(...entry.childNodes)
      entry.replaceWith(unwrapped(entry, inner))
      continue
    }
    const lists = []
    for (let last = entry.lastChild; last !== null; last = entry.lastChild) {
      const isBlank = last instanceof Text && BLANK.test(last.data)
      if (!isBlank && !isList(last)) break
      if (!isBlank) lists.unshift(last)
      last.remove()
    }
    entry.after(...lists)
  }
}

/** Runs of blanks are one; none, and no line breaks, stand where a block begins or ends, as nearly nothing is seen of them. */
export const settle = root => {
  /** What ends the line so far: a text with a blank at its end, line breaks. */
  let [blank, breaks] = [null, []]
  let [isAtStart, isBlankBefore] = [true, true]
  const endLine = () => {
    if (blank !== null) blank.data = blank.data.replace(/ $/, '')
    blank = null
    isBlankBefore = true
  }
  const endBlock = () => {
    endLine()
    for (const one of breaks) one.remove()
    breaks = []
    isAtStart = true
  }
  const settleText = node => {
    const text = node.data.replace(/\u200b/g, '').replace(/[ \t\r\n\f]+/g, ' ')
    node.data = isBlankBefore ? text.replace(/^ /, '') : text
    if (node.data === '') return
    isBlankBefore = node.data.endsWith(' ')
    blank = isBlankBefore ? node : null
    breaks = []
    isAtStart = false
  }
  const settleBreak = node => {
    endLine()
    if (isAtStart) node.remove()
    else breaks.push(node)
  }
  const walk = node => {
    if (node instanceof Text) return settleText(node)
    if (node.localName === 'br') return settleBreak(node)
    if (startsLine(node)) endBlock()
    for (const child of [...node.childNodes]) walk(child)
    if (startsLine(node)) endBlock()
  }
  walk(root)
  endBlock()
}

/** Attributes that a parser would carry out, if the policy let it, under names that mean nothing. */
const inert = html =>
  html.replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, '$1data-$2'))

/** HTML as the editor can have it, as nodes, and what of it is lost. */
export const kept = html => {
  const lost = new Set()
  const fragment = document.createDocumentFragment()
  for (const node of new DOMParser().parseFromString(`<body>${inert(html)}`, 'text/html').body.childNodes)
    fragment.append(copied(node, lost))
  hoisted(fragment)
  settle(fragment)
  return { fragment, lost }
}

/**
 * The same for the engine of the editor, which makes blocks of lines that end in a bare line break, but for those of
 * paragraphs.
 */
export const forEngine = html => {
  const { fragment } = kept(html)
  for (const one of fragment.querySelectorAll('br')) {
    const span = document.createElement('span')
    one.replaceWith(span)
    span.append(one)
  }
  return fragment
}

/** What is lost of a text before it is HTML at all. */
export const lostOfText = text => [
  ...(text.includes('<!--') ? ['marks'] : []),
  ...(/\[\/[a-z][\w-]*\]|\[[a-z][\w-]*\s[^\][<>=]*=[^\][]*\]/i.test(text) ? ['shortcode'] : []),
  ...(/\u200b/.test(text) ? ['shape'] : []),
]
