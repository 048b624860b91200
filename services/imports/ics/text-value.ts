/** Value of a TEXT property: `\n \N \, \; \\` unescaped once, other backslashes kept (spec 05 §8.1). */
export const unescapeText = (text: string): string =>
  text.includes('\\')
    ? text
        .split('\\\\')
        .map(part => part.replace(/\\n/gi, '\n').replace(/\\([,;])/g, '$1'))
        .join('\\')
    : text

/** Parts of a list between unescaped commas, still escaped; no more than `most`. */
export const splitList = (text: string, most: number): string[] => {
  if (!text.includes('\\')) return text.split(',', most)
  const parts: string[] = []
  let from = 0
  for (let at = 0; at <= text.length && parts.length < most; at++) {
    if (at === text.length || text[at] === ',') {
      parts.push(text.slice(from, at))
      from = at + 1
    } else if (text[at] === '\\' && at + 1 < text.length) at++
  }
  return parts
}
