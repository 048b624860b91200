import { gate } from '../../../shared/gate.ts'
import { defined, type JsonObject } from '../../../shared/kernel/json.ts'
import type { MovedKind } from '../../move-in/identity.ts'
import type { ReadKind, ReadThing } from '../../move-in/read/old-calendar.ts'
import type { Refs } from '../../move-in/read/refs.ts'
import type { Places } from '../../move-in/verify/compare.ts'
import type { Terminal } from '../command.ts'
import { progressPrinter } from '../imports/progress-bar.ts'
import { text } from '../operation.ts'
import { joinedLevels, levelsOf } from './levels.ts'
import { count, note, type Story } from './outcome.ts'
import { movePictures } from './pictures.ts'
import { BATCH, batchesOf, type Service } from './service.ts'
import { picturesOf, type Source } from './source.ts'

/** Batches that the service works on at once. */
const AT_ONCE = 2

type Here = { readonly [Kind in keyof Places]: Map<number, number> }

export const nowhere = (): Here => ({
  ...{ category: new Map(), tag: new Map(), image: new Map(), venue: new Map() },
  ...{ organizer: new Map(), event: new Map(), user: new Map() },
})

export type Mover = {
  readonly source: Source
  readonly service: Service
  readonly terminal: Terminal
  readonly story: Story
  readonly dryRun: boolean
}

const mapped = (ids: readonly number[] | undefined, places: ReadonlyMap<number, number>) =>
  ids?.flatMap(id => places.get(id) ?? [])

/** The kinds of what members name. */
const NAMED = ['venue', 'organizer', 'category', 'tag'] as const

type Named = { readonly kind: (typeof NAMED)[number]; readonly id: number }

const namedIn = ({ venues = [], organizers = [], categories = [], tags = [], parent }: Refs) => {
  const all = (kind: Named['kind'], ids: readonly number[]) => ids.map((id): Named => ({ kind, id }))
  return [
    ...all('venue', venues),
    ...all('organizer', organizers),
    ...all('category', categories),
    ...all('tag', tags),
    ...all('category', parent == null ? [] : [parent]),
  ]
}

/**
 * What a thing names, by ids here; without what is left as it is. What it is below and comes with the same question has
 * no id here yet: it is named by that of there.
 */
const linksOf = (refs: Refs, here: Here, asked: ReadonlyMap<number, unknown>): JsonObject => {
  const { author, image, parent } = refs
  return defined({
    venues: mapped(refs.venues, here.venue),
    organizers: mapped(refs.organizers, here.organizer),
    categories: mapped(refs.categories, here.category),
    tags: mapped(refs.tags, here.tag),
    author: author == null ? undefined : here.user.get(author),
    image: image == null ? image : here.image.get(image.id),
    parent: parent == null ? parent : here.category.get(parent),
    above: parent != null && asked.has(parent) ? parent : undefined,
  })
}

/** What a thing names and nobody could read. */
const missingIn = (refs: Refs, here: Here): readonly string[] =>
  namedIn(refs)
    .filter(({ kind, id }) => !here[kind].has(id))
    .map(({ kind, id }) => `names the ${kind} ${id}, which is not here`)

/** What could not be read this time may have moved in before: then it is no reason to take links away. */
const findMoved = async ({ service }: Mover, things: readonly ReadThing[], here: Here): Promise<void> => {
  const named = things.flatMap(({ refs }) => namedIn(refs))
  for (const kind of NAMED) {
    const ids = named.flatMap(one => (one.kind === kind && !here[kind].has(one.id) ? [one.id] : []))
    for (const some of batchesOf([...new Set(ids)]))
      for (const shown of await service.ask('move-in-shown', { kind, ids: some }))
        if (typeof shown['here'] === 'number') here[kind].set(Number(shown['id']), shown['here'])
  }
}

const moveBatch = async (
  mover: Mover,
  kind: ReadKind,
  things: readonly ReadThing[],
  here: Here,
): Promise<void> => {
  const { service, story, dryRun } = mover
  if (!dryRun) await findMoved(mover, things, here)
  const byId = new Map(things.map(thing => [thing.id, thing]))
  const asked = things.map(({ id, cal, calx, refs }) => ({ id, cal, calx, links: linksOf(refs, here, byId) }))
  for (const moved of await service.ask('move-in-things', { kind, things: asked })) {
    const id = Number(moved['id'])
    const thing = byId.get(id)
    note(story, kind, thing?.name ?? '', moved)
    if (typeof moved['here'] === 'number') here[kind].set(id, moved['here'])
    const told = [
      ...(thing?.wrong ?? []).map(member => `${member} is of a type that it cannot have, and was left out`),
      ...(dryRun || thing === undefined ? [] : missingIn(thing.refs, here)),
    ]
    for (const remark of told) story.remarks.push({ kind, id, name: thing?.name ?? '', text: remark })
  }
}

const IN_CIRCLE = 'is below itself over there, and comes as one that is below nothing'

const moveKind = async (mover: Mover, kind: ReadKind, here: Here): Promise<void> => {
  const { terminal, source, story } = mover
  const things = source.calendar.things[kind]
  if (things.length === 0) return
  terminal.err.write(`${kind}: ${things.length}\n`)
  const printer = progressPrinter(terminal.err)
  const begun = terminal.clockMs()
  const inTurn = gate(AT_ONCE)
  let done = 0
  const circled = ({ id, name }: ReadThing) => void story.remarks.push({ kind, id, name, text: IN_CIRCLE })
  for (const level of kind === 'category' ? joinedLevels(levelsOf(things, circled), BATCH) : [things]) {
    await Promise.all(
      batchesOf(level).map(some =>
        inTurn(async () => {
          await moveBatch(mover, kind, some, here)
          done += some.length
          printer.show({ done, total: things.length, elapsedMs: terminal.clockMs() - begun })
        }),
      ),
    )
  }
  printer.end()
}

const moveUsers = async ({ source, service, story }: Mover, here: Here): Promise<void> => {
  for (const some of batchesOf(source.authors)) {
    for (const user of await service.ask('move-in-users', { users: some.map(one => ({ ...one })) })) {
      const [id, made] = [Number(user['id']), user['made'] === true]
      if (typeof user['here'] === 'number') here.user.set(id, user['here'])
      count(story, 'user', made ? 'created' : 'matched')
      const told = { kind: 'user', id, name: text(user['login']) } as const
      if (made) story.remarks.push({ ...told, text: 'was made without a password, as a subscriber' })
    }
  }
}

const KINDS: readonly MovedKind[] = ['category', 'tag', 'venue', 'organizer', 'event']

/** Before anything is made: whatever gets an id of here gets one above them. */
export const keepAll = async ({ calendar }: Source, service: Service): Promise<void> => {
  const ids = (kind: MovedKind) =>
    kind === 'image' ? [...picturesOf(calendar).keys()] : calendar.things[kind].map(({ id }) => id)
  const [terms, posts] = [KINDS.slice(0, 2).flatMap(ids), [...KINDS.slice(2), 'image' as const].flatMap(ids)]
  await service.keep('category', terms)
  await service.keep('event', posts)
}

/** Moves everything that was read (spec 05 §15): what is named before what names it. */
export const moveAll = async (mover: Mover): Promise<Here> => {
  const { source, service, terminal, story, dryRun } = mover
  const here = nowhere()
  await moveUsers(mover, here)
  await moveKind(mover, 'category', here)
  await moveKind(mover, 'tag', here)
  for (const [id, own] of await movePictures(source, service, terminal, story, { dryRun }))
    here.image.set(id, own)
  await moveKind(mover, 'venue', here)
  await moveKind(mover, 'organizer', here)
  await moveKind(mover, 'event', here)
  return here
}
