import { blank, boxesIn, reader, type Box } from './boxes.ts'
import { extentsOf, type Extent } from './item-extents.ts'

/** What a still picture needs. Moving ones have `moov`, whose tracks may be about anything. */
const KEPT = ['ftyp', 'meta', 'mdat']
const KEPT_IN_META = ['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat']
/** Items that are pictures or made of some; others are EXIF, XMP and what single programs write. */
const PICTURES = ['av01', 'grid', 'iovl', 'iden', 'tmap']
const PROPERTIES_THAT_TELL = ['uuid', 'udes']
/** Of a box with a version. */
const VERSION = 4

class Unreadable extends Error {}

const inside = (bytes: Buffer, from: number, to: number): readonly Box[] => {
  const boxes = boxesIn(bytes, from, to)
  if (boxes === null) throw new Unreadable()
  return boxes
}

const only = (boxes: readonly Box[], type: string): Box => {
  const [one, second] = boxes.filter(box => box.type === type)
  if (one === undefined || second !== undefined) throw new Unreadable()
  return one
}

/** Ids of the items that are pictures; the entries of the others say nothing any more. */
const picturesIn = (bytes: Buffer, iinf: Box): ReadonlySet<number> => {
  const ids = new Set<number>()
  const countSize = bytes[iinf.data] === 0 ? 2 : 4
  for (const entry of inside(bytes, iinf.data + VERSION + countSize, iinf.to)) {
    if (entry.type !== 'infe') throw new Unreadable()
    const version = bytes[entry.data] ?? 0
    if (version !== 2 && version !== 3) throw new Unreadable()
    const next = reader(bytes, entry.data + VERSION, entry.to)
    const id = next.number(version === 2 ? 2 : 4)
    next.number(2)
    const type = next.at()
    next.number(4)
    if (PICTURES.includes(bytes.toString('latin1', type, type + 4))) ids.add(id)
    else bytes.write('skip', type, 'latin1')
    bytes.fill(0, next.at(), entry.to)
  }
  return ids
}

/** Empties what no picture is in. */
const clearBetween = (bytes: Buffer, extents: readonly Extent[], { data, to }: Box): void => {
  let done = data
  for (const { from, length } of extents.toSorted((a, b) => a.from - b.from)) {
    if (from > done) bytes.fill(0, done, Math.min(from, to))
    done = Math.max(done, from + length)
  }
  if (done < to) bytes.fill(0, done, to)
}

const clear = (bytes: Buffer): void => {
  const boxes = inside(bytes, 0, bytes.length)
  if (boxes.some(({ type }) => type === 'moov')) throw new Unreadable()
  const meta = only(boxes, 'meta')
  const members = inside(bytes, meta.data + VERSION, meta.to)
  const pictures = picturesIn(bytes, only(members, 'iinf'))
  const idat = members.find(({ type }) => type === 'idat')
  const extents = extentsOf(bytes, only(members, 'iloc'), idat?.data ?? 0).filter(({ item }) =>
    pictures.has(item),
  )
  for (const box of boxes)
    if (box.type === 'mdat') clearBetween(bytes, extents, box)
    else if (!KEPT.includes(box.type)) blank(bytes, box)
  for (const box of members)
    if (box.type === 'idat') clearBetween(bytes, extents, box)
    else if (!KEPT_IN_META.includes(box.type)) blank(bytes, box)
  for (const properties of inside(bytes, ...range(only(members, 'iprp'))))
    if (properties.type === 'ipco')
      for (const one of inside(bytes, ...range(properties)))
        if (PROPERTIES_THAT_TELL.includes(one.type)) blank(bytes, one)
}

const range = ({ data, to }: Box): readonly [number, number] => [data, to]

/**
 * An AVIF file of the same length with its picture, colours and orientation, and zeros in place of all else: EXIF, XMP, names
 * of items, boxes of single programs, what no picture points to. null: its parts cannot be told apart, or it moves.
 */
export const bareAvif = (file: Uint8Array): Buffer | null => {
  const bytes = Buffer.from(file)
  try {
    clear(bytes)
    return bytes
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return null
    throw error
  }
}
