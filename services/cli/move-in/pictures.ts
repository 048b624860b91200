import { IMAGE_BYTES } from '../../../shared/limits/fetched.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { gate } from '../../../shared/gate.ts'
import type { Terminal } from '../command.ts'
import { note, count, type Story } from './outcome.ts'
import { batchesOf, type Service } from './service.ts'
import { picturesOf, type Source } from './source.ts'

const AT_ONCE = 4
const TIMEOUT_MS = 30_000

const nameIn = (address: string): string => {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'picture'
  } catch {
    return last
  }
}

type Fetched = { readonly bytes: Buffer } | { readonly why: string }

/**
 * From the host that the operator named as it is; from any other, also one that it leads to, as feeds are fetched: from
 * the open internet alone.
 */
const fetchPicture = async (
  { client }: Source,
  { fetcher }: Pick<Terminal, 'fetcher'>,
  address: string,
): Promise<Fetched> => {
  let from = address
  if (client.isTrusted(address)) {
    const got = await client.bytes(address, IMAGE_BYTES)
    if (got.ok) return { bytes: got.body }
    if (got.address === undefined) return { why: got.why }
    from = got.address
  }
  const got = await fetcher.fetch(from, { maxBytes: IMAGE_BYTES, timeoutMs: TIMEOUT_MS, accepts: () => true })
  if (got.ok) return got.changed ? { bytes: got.bytes } : { why: 'the answer is empty' }
  return { why: got.reason }
}

/** Moves the pictures that things name; answers their ids here. */
export const movePictures = async (
  source: Source,
  service: Service,
  terminal: Terminal,
  story: Story,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ReadonlyMap<number, number>> => {
  const here = new Map<number, number>()
  const images = [...picturesOf(source.calendar)].map(([id, address]) => ({
    id,
    address,
    name: nameIn(address),
  }))
  const take = (name: string, moved: JsonObject) => {
    note(story, 'image', name, moved)
    if (typeof moved['here'] === 'number') here.set(Number(moved['id']), moved['here'])
  }
  for (const some of batchesOf(images))
    for (const known of await service.ask('move-in-images', { images: some })) take('', known)
  const wanted = images.filter(({ id }) => !here.has(id))
  if (dryRun) {
    count(story, 'image', 'created', wanted.length)
    return here
  }
  const inTurn = gate(AT_ONCE)
  await Promise.all(
    wanted.map(image =>
      inTurn(async () => {
        const got = await fetchPicture(source, terminal, image.address)
        if ('why' in got) {
          count(story, 'image', 'failed')
          story.failed = true
          story.remarks.push({
            kind: 'image',
            id: image.id,
            name: image.name,
            text: `could not be fetched: ${got.why}`,
          })
          return
        }
        const file = got.bytes.toString('base64')
        for (const moved of await service.ask('move-in-image', { ...image, file })) take(image.name, moved)
      }),
    ),
  )
  return here
}
