/** Deeper than anything is kept. */
const DEEPEST = 300

// the name is taken whole: a shorter one would be tried for each of its letters where no end of the tag comes
const opensOrCloses = /<(\/?)([a-z][^\s/<>"']*)(?=[\s/<>"'])(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi

const empty = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])

/** Their content goes with them, however deep they are. */
const withContent = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'iframe', 'noembed', 'noframes'])

const blocks = [
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'details',
    'div',
    'dl',
    'fieldset',
    'figcaption',
    'figure',
  ],
  ...['footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'main', 'nav', 'ol', 'p', 'pre'],
  ...['section', 'table', 'ul'],
]

/** What ends where another element begins. */
const ends: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...blocks.map(name => [name, new Set(['p'])] as const),
  ['li', new Set(['li'])],
  ['dt', new Set(['dt', 'dd'])],
  ['dd', new Set(['dt', 'dd'])],
  ['tr', new Set(['tr', 'th', 'td'])],
  ['th', new Set(['th'])],
  ['td', new Set(['thead', 'th', 'td'])],
])

/** Decides tag by tag, in order, which are too deep; an element loses its beginning and its end. */
const depthGauge = () => {
  const open: string[] = []
  const dropped = new Map<string, number>()
  const drop = (name: string, by: number): true => {
    dropped.set(name, (dropped.get(name) ?? 0) + by)
    return true
  }
  return (closes: boolean, name: string): boolean => {
    if (empty.has(name) || withContent.has(name)) return false
    if (closes) {
      if ((dropped.get(name) ?? 0) > 0) return drop(name, -1)
      const at = open.lastIndexOf(name)
      if (at !== -1) open.length = at
      return false
    }
    const ended = ends.get(name)
    while (ended?.has(open.at(-1) ?? '') === true) open.pop()
    if (open.length >= DEEPEST) return drop(name, 1)
    open.push(name)
    return false
  }
}

/** The same HTML without elements that stand in hundreds of others, which cost a parser more the deeper they are. */
export const shallowHtml = (html: string): string => {
  const isTooDeep = depthGauge()
  return html.replace(opensOrCloses, (tag, slash: string, name: string) =>
    isTooDeep(slash === '/', name.toLowerCase()) ? '' : tag,
  )
}
