import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import type { Trail, Trails } from '../../../../shared/documents/trails.ts'
import { type Found, type Served, shown, type Wire } from './answer.ts'
import { askedLately } from '../../../../shared/asked-lately.ts'
import { underWay } from '../../../../shared/under-way.ts'
import type { KeptMemory } from './kept-memory.ts'
import { ownBytes } from './own-bytes.ts'

type Followed<Made> = { readonly made: Made; readonly trail: Trail }

/** `version`: what the read models were at when it was last known to be right. */
type Entry = {
  readonly wire: Wire
  readonly until: EpochMs
  /** Of what was found for it. */
  readonly trail: Trail
  /** How that is shown, and of what it was when it was; null: what was found is the answer. */
  readonly shown: { readonly show: Found<Served>['show']; readonly trail: Trail } | null
  version: string
}

/** What is held to show an answer again, beside its rows: 2.2 to 2.9 kB were measured; no header is among it. */
const SHOWING_BYTES = 3_072

/** What was found is often held by the documents as well, but they may change: it takes about what is shown of it. */
const bytesOf = ({ wire, version, trail, shown }: Entry): number =>
  wire.body.length * (shown === null ? 1 : 2) +
  2 * version.length +
  trail.bytes +
  (shown === null ? 0 : SHOWING_BYTES + shown.trail.bytes) +
  wire.headers.reduce((sum, text) => sum + 2 * text.length + 16, 0)

/**
 * Ready answers to guests by the exact request address. An entry counts while nothing that it was made of has changed (its
 * trails), and until the instant its answer depends on. While what was found is the same, it is shown again when only what is
 * shown of it has changed. What is asked once is not kept.
 */
export const answerCache = (memory: KeptMemory, { noting }: Trails) => {
  const entries = memory.shelf(bytesOf)
  const asked = askedLately()
  const beingShown = underWay<Served>()

  const keep = (address: string, made: Served, entry: Pick<Entry, 'trail' | 'shown' | 'version'>): Served => {
    const { until } = made
    if (until !== null)
      entries.set(address, { wire: { ...made, body: ownBytes(made.body) }, until, ...entry })
    return made
  }
  /** `found`: what is shown; its trail is current. `version`: what the read models are at now. */
  const showing = async (
    address: string,
    version: string,
    found: Followed<Found<Served>>,
  ): Promise<Served> => {
    const { show } = found.made
    const { made, trail } = await noting(show)
    return keep(address, made, { trail: found.trail, shown: { show, trail }, version })
  }

  return {
    /** A promise: it is being shown again, once for all who ask meanwhile. `version`: what the read models are at now. */
    find: (address: string, version: string, nowMs: EpochMs): Wire | Promise<Wire> | null => {
      const entry = entries.get(address)
      if (entry === undefined || nowMs >= entry.until) return null
      if (entry.version !== version) {
        const { trail, shown } = entry
        if (!trail.isCurrent()) return null
        if (shown !== null && !shown.trail.isCurrent())
          return beingShown(`${version} ${address}`, () => showing(address, version, { made: shown, trail }))
        entry.version = version
      }
      return entry.wire
    },
    /** The answer to what `find` finds; kept if it may be. `version`: what the read models are at now. */
    kept: async (
      address: string,
      version: string,
      find: () => Promise<Served | Found<Served>>,
    ): Promise<Served> => {
      if (!asked.has(address) && entries.get(address) === undefined) {
        const made = await shown(await find())
        if (made.until !== null) asked.note(address)
        return made
      }
      const { made, trail } = await noting(find)
      if ('show' in made) return showing(address, version, { made, trail })
      return keep(address, made, { trail, shown: null, version })
    },
  }
}
