/** A component of a calendar, its lines from BEGIN to END. */
export type Block = { readonly kind: string; readonly uid: string; readonly lines: readonly string[] }

/** A calendar in parts: lines of its own, its zones and whatever else is no event, its events. */
export type Sample = {
  readonly head: readonly string[]
  readonly zones: readonly Block[]
  readonly events: readonly Block[]
}

/** Lines with those that continue them. */
const whole = (text: string): readonly string[] => {
  const lines: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = lines.at(-1)
    if (/^[ \t]/.test(line) && last !== undefined) lines.splice(-1, 1, last + line.slice(1))
    else lines.push(line)
  }
  return lines
}

export const logicalLines = (text: string): Sample => {
  const [head, blocks]: [string[], { kind: string; lines: string[] }[]] = [[], []]
  let depth = 0
  for (const line of whole(text)) {
    const begun = /(?:^|\s)BEGIN\s*:\s*(\S+)\s*$/i.exec(line)?.[1]?.toUpperCase()
    const isEnd = /^END\s*:/i.test(line)
    if (begun !== undefined && ++depth === 2) blocks.push({ kind: begun, lines: [] })
    if (depth >= 2) blocks.at(-1)?.lines.push(line)
    else if (depth === 1 && begun === undefined && !isEnd) head.push(line)
    if (isEnd) depth--
  }
  const all = blocks.map(block => ({
    ...block,
    uid: block.lines.find(line => /^UID[:;]/i.test(line)) ?? '',
  }))
  return {
    head,
    zones: all.filter(({ kind }) => kind !== 'VEVENT'),
    events: all.filter(({ kind }) => kind === 'VEVENT'),
  }
}

export const calendarOf = (head: readonly string[], blocks: readonly Block[]): string =>
  ['BEGIN:VCALENDAR', ...head, ...blocks.flatMap(({ lines }) => lines), 'END:VCALENDAR', ''].join('\r\n')
