type Tag = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly body: string | null
}

const TAG = /<(?:!--[^]*?-->|![^>]*>|\?[^>]*>|\/?([a-zA-Z][^\s/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>)/g
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

const decoded = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(
      /&(amp|lt|gt|quot|colon|Tab|NewLine);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', colon: ':' })[name] ?? '',
    )

/** Tags as a browser meets them; what stands inside of scripts is the body of the script, not markup. */
const tagsOf = (text: string): readonly Tag[] => {
  const tags: Tag[] = []
  let end = 0
  for (const match of text.matchAll(TAG)) {
    const [whole, name, rest = ''] = match
    if (name === undefined || match.index < end) continue
    const after = match.index + whole.length
    const isScript = !whole.startsWith('</') && /^(script|style)$/i.test(name)
    end = isScript ? text.toLowerCase().indexOf(`</${name.toLowerCase()}`, after) : after
    const attributes = [...rest.matchAll(ATTRIBUTE)].map(
      ([, key = '', double, single, bare]) =>
        [key.toLowerCase(), decoded(double ?? single ?? bare ?? '')] as const,
    )
    tags.push({
      name: name.toLowerCase(),
      attributes: new Map(attributes),
      body: isScript ? text.slice(after, end) : null,
    })
  }
  return tags
}

const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'poster'])
const isRunnable = (address: string): boolean =>
  /^(javascript|vbscript|data|file):/i.test(address.replace(/[\s\p{C}]/gu, ''))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const scriptFault = ({ attributes, body }: Tag): string | null => {
  const [source, type = ''] = [attributes.get('src'), attributes.get('type')]
  if (source !== undefined)
    return /^\/assets\/[\w-]+\/[\w-]+\.js$/.test(source) ? null : `script from ${source}`
  if (!/^application\/(ld\+)?json$/.test(type)) return `script of type ${type}`
  return isJson(body ?? '') && !(body ?? '').includes('<') ? null : 'script that is no JSON'
}

/** Drawn by the service itself, of bars alone. */
const CHART =
  /<svg\s+class="chart"\s+viewBox="[\d ]*"\s+aria-hidden="true"\s+preserveAspectRatio="none"\s*>(?:\s*<rect\s[^<>]*\/>)*\s*<\/svg>/g

/** What of a document could do something, or was made by a text that should stay one. `foreign`: names of no element. */
export const liveParts = (text: string, foreign: RegExp): readonly string[] =>
  tagsOf(text.replace(CHART, '')).flatMap(tag => {
    const faults: string[] = []
    if (foreign.test(tag.name) || /^(svg|math|object|embed|base|frame|style)$/.test(tag.name))
      faults.push(`<${tag.name}>`)
    if (tag.name === 'script' && tag.body !== null) {
      const fault = scriptFault(tag)
      if (fault !== null) faults.push(fault)
    }
    for (const [name, value] of tag.attributes) {
      if (/^on/.test(name) || name === 'srcdoc' || foreign.test(name)) faults.push(`${tag.name}[${name}]`)
      if (ADDRESSES.has(name) && isRunnable(value)) faults.push(`${tag.name}[${name}=${value}]`)
    }
    return faults
  })
