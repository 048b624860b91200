import { randomBytes } from 'node:crypto'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { SomeSettings } from '../../../shared/facts/site.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Kind } from '../../calendar/item/kind.ts'
import type { ItemFact, SharedValues } from '../../calendar/item/state.ts'
import { calendarOn, type Calendar } from '../../calendar/calendar.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import { loadItem } from '../../calendar/purged.ts'
import { carryTerm, type BroughtTerm } from '../../calendar/term/carry.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { Schedules } from '../../imports/feed/schedule/schedules.ts'
import { onboardingOn } from '../../site/onboarding/onboarding.ts'
import type { SetSettings } from '../../site/set.ts'
import type { LineOf, LineType } from '../format/lines.ts'
import { carryIdentity } from './carry-identity.ts'

export type CarryDeps = {
  readonly writing: Writing
  readonly accounts: Pick<Accounts, 'carryUser'>
  readonly scheduling: { readonly schedules: Schedules }
  readonly setSettings: SetSettings
}

/** Why a line cannot be brought; null: it is here. */
type Why = string | null

type Refusal = { readonly ok: true } | { readonly ok: false; readonly refusal: { readonly code: string } }

/**
 * What is here under the id came from the same line: everything is brought into an empty service, and what somebody
 * changed since stays.
 */
const whyNot = (result: Refusal): Why =>
  result.ok || result.refusal.code === 'id-taken' ? null : result.refusal.code

/** Nobody can know it: what is protected stays so until somebody sets another. */
const madeUpPassword = (): string => randomBytes(24).toString('base64url')

type Protected = SharedValues & { readonly password: string }

/** With a password where the export does not tell the one there is. */
const passwordOf = async <Values extends Protected, Fact extends ItemFact<Values>>(
  { store }: Writing,
  kind: Kind<Values, Fact>,
  { id, values }: { readonly id: number; readonly values: { readonly password: string | null } },
): Promise<string> =>
  values.password ?? (await loadItem(store, kind, id)).state?.values.password ?? madeUpPassword()

type Carrier<Type extends LineType> = (line: LineOf<Type>, context: Context) => Promise<Why>

const items = ({ writing }: CarryDeps) => {
  const calendar: Calendar = calendarOn(writing)
  const { event, venue, organizer } = itemKinds
  return {
    events: async ({ values, ...line }, context) => {
      const password = await passwordOf(writing, event, { id: line.id, values })
      return whyNot(await calendar.event.carry({ ...line, values: { ...values, password } }, context))
    },
    venues: async ({ values, ...line }, context) => {
      const password = await passwordOf(writing, venue, { id: line.id, values })
      return whyNot(await calendar.venue.carry({ ...line, values: { ...values, password } }, context))
    },
    organizers: async ({ values, ...line }, context) => {
      const password = await passwordOf(writing, organizer, { id: line.id, values })
      return whyNot(await calendar.organizer.carry({ ...line, values: { ...values, password } }, context))
    },
  } satisfies { readonly [Type in `${ItemKind}s`]: Carrier<Type> }
}

type Together = { readonly [Type in Exclude<LineType, 'images' | 'options'>]: Carrier<Type> }

const carriersOn = (deps: CarryDeps): Together => {
  const { writing, accounts } = deps
  const { schedules } = deps.scheduling
  const term = async (line: BroughtTerm, context: Context): Promise<Why> =>
    whyNot(await carryTerm(writing, line, context))
  return {
    ...items(deps),
    categories: term,
    tags: term,
    users: async (line, context) => whyNot(await accounts.carryUser(line, context)),
    onboarding: async (as, context) => {
      await onboardingOn(writing.store).tell({ type: 'Carry', as }, context)
      return null
    },
    schedules: async (
      { id: scheduleId, url, everyMinutes, dueAt, paused, carried, ...settings },
      context,
    ) => {
      const command = { type: 'Set', scheduleId, url, everyMinutes, settings, dueAt, carried } as const
      // what is here under the id came from this line, and may have been looked at since
      if ((await schedules.load(scheduleId)).status === 'unknown') await schedules.execute(command, context)
      if (paused) await schedules.execute({ type: 'Pause', scheduleId }, context)
      return null
    },
    identities: async (line, context) => {
      await carryIdentity(writing.store, line, context)
      return null
    },
  }
}

/** Users one after the other: the first may give a login up that a later one has. */
const ALONE: readonly LineType[] = ['users']

/** Number of the line, from 0, and why it cannot be brought; null: all of them are here. */
type CarriedLines = { readonly line: number; readonly why: string } | null

/** What a service does with lines of an export, some of one file at a time. Images come with their files. */
export const carryLinesOn = (deps: CarryDeps) => {
  const carriers = carriersOn(deps)

  const carryOptions = async (
    lines: readonly LineOf<'options'>[],
    context: Context,
  ): Promise<CarriedLines> => {
    const settings = SomeSettings.parse(Object.fromEntries(lines.map(({ name, value }) => [name, value])))
    const { ok } = await deps.setSettings(settings, context)
    return ok ? null : { line: 0, why: 'the default view is not one of the enabled views' }
  }

  return async <Type extends Exclude<LineType, 'images'>>(
    type: Type,
    lines: readonly LineOf<Type>[],
    context: Context,
  ): Promise<CarriedLines> => {
    if (type === 'options') return carryOptions(lines as readonly LineOf<'options'>[], context)
    const carrier = carriers[type as Exclude<Type, 'options'>] as Carrier<Type>
    const whys: Why[] = []
    if (ALONE.includes(type)) for (const line of lines) whys.push(await carrier(line, context))
    else whys.push(...(await Promise.all(lines.map(line => carrier(line, context)))))
    const line = whys.findIndex(why => why !== null)
    const why = whys[line]
    return why === undefined || why === null ? null : { line, why }
  }
}
