const escaped = /\\([nN,;\\])/g

/** Value of a TEXT property: `\n \N \, \; \\` unescaped once, other backslashes kept (spec 05 §8.1). */
export const unescapeText = (text: string): string =>
  text.includes('\\')
    ? text.replace(escaped, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char))
    : text

/** Parts of a list between unescaped commas, still escaped. */
export const splitList = (text: string): string[] => {
  if (!text.includes('\\')) return text.split(',')
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === ',') {
      parts.push(part)
      part = ''
    } else if (char === '\\') part += char + (text[++at] ?? '')
    else part += char
  }
  return [...parts, part]
}
