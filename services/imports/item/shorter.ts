import { isObject, type Json } from '../../../shared/kernel/json.ts'
import { ADDRESS_LENGTH, HTML_BYTES, LINE_LENGTH, MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { cutHtml, cutLine, cutList } from './cut.ts'
import type { RawItem } from './item.ts'
import { codesOf } from './read-item.ts'

/** What identifies an item, or says when it is: half of it would be another one. */
const WHOLE = /^(?:global_id|global_id_lineage|uid|parent_uid|title|occurrence|series|start_|end_)/
const HTML: ReadonlySet<string> = new Set(['description', 'excerpt'])
/** Too long for an address, they are none. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'website', 'image'])

const shorter = (name: string, value: Json, part: number): Json => {
  if (WHOLE.test(name)) return value
  if (typeof value === 'string') {
    if (HTML.has(name)) return cutHtml(value, Math.floor(HTML_BYTES / part))
    return ADDRESSES.has(name)
      ? value.slice(0, ADDRESS_LENGTH + 1)
      : cutLine(value, Math.floor(LINE_LENGTH / part))
  }
  const most = Math.floor(MOST_ELEMENTS / part)
  if (Array.isArray(value))
    return (cutList<Json>(value as readonly Json[], most) ?? []).map(one => shorter('', one, part))
  if (!isObject(value)) return value
  const members = cutList(Object.entries(value), MOST_ELEMENTS) ?? []
  return Object.fromEntries(members.map(([member, one]) => [member, shorter(member, one, part)]))
}

/** Of each limit all, half, a quarter …: characters may take six bytes each as JSON. */
const PARTS = [1, 2, 4, 8, 16]

/**
 * An item that is too large as a whole, shorter and shorter: its texts and lists are cut, what identifies it is not
 * (spec 05 §7).
 */
export function* shorterOf(item: RawItem): Generator<RawItem> {
  const { warnings, found, ...rest } = item
  const said = { warnings: [...codesOf(warnings), 'text_cut'], ...(found === undefined ? {} : { found }) }
  for (const part of PARTS)
    yield {
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shorter(name, value, part)])),
      ...said,
    }
}
