import { ImageId, UserId } from '../../../shared/kernel/brands.ts'
import { z } from 'zod'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { MOVED_AT_ONCE } from '../../../shared/limits/moving.ts'
import type { Context } from '../../handle.ts'
import type { ThingsAsked } from '../../move-in/apply/move-things.ts'
import type { OldImage } from '../../move-in/apply/move-image.ts'
import type { MovedUser, OldUser } from '../../move-in/apply/move-users.ts'
import type { Moved } from '../../move-in/apply/moving.ts'
import { MOVED_KINDS, type MovedKind } from '../../move-in/identity.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { accept, type ArgumentKind, defaulted, reject, required } from '../platform/arguments/arguments.ts'
import { boolean, integer, oneLine, oneOf } from '../platform/arguments/kinds.ts'
import { type Call, contextOf } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'
import { fileBytes } from './images.ts'

/** A thing here of one over there; null: there is none that readers could see. */
export type ShownHere = {
  readonly id: number
  readonly here: number | null
  readonly cal: JsonObject | null
  readonly calx: JsonObject | null
}

type FromThere = { readonly source: string; readonly keep: boolean; readonly dryRun: boolean }

/** What the commands of a calendar that moves in ask (spec 05 §15). */
export type MoveIn = {
  /** Whether that source is this site itself. */
  readonly isOwn: (source: string) => boolean
  readonly keep: (
    asked: { readonly source: string; readonly kind: MovedKind; readonly ids: readonly number[] },
    context: Context,
  ) => Promise<readonly number[]>
  readonly users: (
    from: FromThere,
    users: readonly OldUser[],
    context: Context,
  ) => Promise<readonly MovedUser[]>
  readonly things: (asked: ThingsAsked, context: Context) => Promise<readonly Moved[]>
  /** Those that are here already. */
  readonly knownImages: (
    from: FromThere,
    images: readonly OldImage[],
    context: Context,
  ) => Promise<readonly Moved[]>
  readonly image: (from: FromThere, image: OldImage, bytes: Uint8Array, context: Context) => Promise<Moved>
  readonly shown: (source: string, kind: MovedKind, ids: readonly number[]) => Promise<readonly ShownHere[]>
}

export type MoveInDeskDeps = { readonly moveIn: MoveIn; readonly settled: () => Promise<void> }

const Id = z.int().positive()
const Members = z.record(z.string(), z.json())
const Ids = z.array(Id)
const Links = z
  .object({
    author: UserId,
    image: ImageId.nullable(),
    parent: Id.nullable(),
    above: Id,
    venues: Ids,
    organizers: Ids,
    categories: Ids,
    tags: Ids,
  })
  .partial()
const Thing = z.object({ id: Id, cal: Members, calx: Members.nullable(), links: Links })
const User = z.object({ id: Id, login: z.string(), email: z.string(), name: z.string() })
const Image = z.object({ id: Id, address: z.string(), name: z.string() })

/** A list as the command line has read it from the other calendar. */
const listOf = <Schema extends z.ZodType>(
  schema: Schema,
  most: number,
): ArgumentKind<z.output<Schema>[]> => ({
  read: (value, name) => {
    const parsed = z.array(schema).max(most).safeParse(value)
    return parsed.success
      ? accept(parsed.data)
      : reject('rest_invalid_type', `${name} is no list of at most ${most} things of another calendar.`)
  },
  declared: { type: null },
  accepts: {},
})

const from = {
  source: required(oneLine(), { description: 'Host and path of the other calendar.' }),
  keep: defaulted(boolean(), true, { description: 'Whether ids are kept where they are free.' }),
  dry_run: defaulted(boolean(), false, { description: 'Whether nothing is recorded.' }),
}

const kind = required(oneOf(MOVED_KINDS), { description: 'What the things are.' })
const THINGS = ['category', 'tag', 'venue', 'organizer', 'event'] as const

const movingContext = (call: Call): Context => ({ ...contextOf(call), source: 'move-in' })

const movedAnswer = (items: readonly unknown[]): Answer => json(200, { items })

/** A calendar that moves in is another one. */
const fromElsewhere =
  ({ moveIn }: MoveInDeskDeps) =>
  async <Input extends { readonly source: string }>(
    input: Input,
    done: (input: Input) => Promise<Answer>,
  ): Promise<Answer> =>
    moveIn.isOwn(input.source) ? unknown('source', 'this is the site itself') : done(input)

const ids = (most: number) => required(listOf(Id, most), { description: 'Ids over there.' })
/** Ids kept at once: one record. */
const KEPT_AT_ONCE = 5_000

const thingCommands = (deps: MoveInDeskDeps): readonly Route[] => [
  command('move-in-keep', { source: from.source, kind, ids: ids(KEPT_AT_ONCE) }, (input, call) =>
    fromElsewhere(deps)(input, async asked =>
      json(200, { kept: await deps.moveIn.keep(asked, movingContext(call)) }),
    ),
  ),
  command(
    'move-in-things',
    {
      ...from,
      kind: required(oneOf(THINGS), { description: 'What the things are.' }),
      things: required(listOf(Thing, MOVED_AT_ONCE), { description: 'The things.' }),
    },
    (input, call) =>
      fromElsewhere(deps)(input, async ({ dry_run: dryRun, ...asked }) =>
        movedAnswer(await deps.moveIn.things({ ...asked, dryRun }, movingContext(call))),
      ),
  ),
  command(
    'move-in-users',
    { ...from, users: required(listOf(User, MOVED_AT_ONCE), { description: 'Authors.' }) },
    (input, call) =>
      fromElsewhere(deps)(input, async ({ source, keep, dry_run: dryRun, users }) => {
        const moved = await deps.moveIn.users({ source, keep, dryRun }, users, movingContext(call))
        await deps.settled()
        return movedAnswer(moved)
      }),
  ),
  command(
    'move-in-shown',
    { source: from.source, kind, ids: ids(MOVED_AT_ONCE) },
    async ({ source, kind: what, ids: wanted }) => {
      await deps.settled()
      return movedAnswer(await deps.moveIn.shown(source, what, wanted))
    },
  ),
]

const imageCommands = ({ moveIn }: MoveInDeskDeps): readonly Route[] => [
  command(
    'move-in-images',
    { ...from, images: required(listOf(Image, MOVED_AT_ONCE), { description: 'Pictures.' }) },
    async ({ source, keep, dry_run: dryRun, images }, call) =>
      movedAnswer(await moveIn.knownImages({ source, keep, dryRun }, images, movingContext(call))),
  ),
  command(
    'move-in-image',
    {
      ...from,
      id: required(integer({ minimum: 1 }), { description: 'Its id over there.' }),
      address: required(oneLine(), { description: 'Its address over there.' }),
      name: required(oneLine(), { description: 'Name of its file.' }),
      file: required(fileBytes, { description: 'Its bytes, base 64.' }),
    },
    async ({ source, keep, dry_run: dryRun, id, address, name, file }, call) => {
      const one = { id, address, name }
      return movedAnswer([await moveIn.image({ source, keep, dryRun }, one, file, movingContext(call))])
    },
  ),
]

/** Commands by which the command line hands over what it reads from another calendar. */
export const moveInCommands = (deps: MoveInDeskDeps): readonly Route[] => [
  ...thingCommands(deps),
  ...imageCommands(deps),
]
