import { html } from '../../../../shared/kernel/html/markup.ts'

/** The first of some things, as far as their texts have at most so many bytes together as a page sends them. Pure. */
export const thatFit = <Thing>(
  all: readonly Thing[],
  mostBytes: number,
  textOf: (thing: Thing) => string,
): readonly Thing[] => {
  let bytes = 0
  const end = all.findIndex(thing => {
    bytes += Buffer.byteLength(html`${textOf(thing)}`.markup)
    return bytes > mostBytes
  })
  return end < 0 ? all : all.slice(0, end)
}
