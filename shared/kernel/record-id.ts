import { hash } from 'node:crypto'

/** The same cause always mints the same record ids, so the store can recognise a repeat. */
export const recordId = (cause: string, index: number): string => {
  const hex = hash('sha1', `${cause}/${index}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
