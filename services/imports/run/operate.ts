import { z } from 'zod'
import type { UserId, TermId } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { ImportId, UpdateAuthority } from '../../../shared/facts/import.ts'
import { isChosenId } from '../../../shared/facts/undo.ts'
import type { Context } from '../../handle.ts'
import type { DateOrder } from '../../../shared/facts/site.ts'
import { theOne, type Named, type TheOne } from '../../site/the-one.ts'
import type { ImportRuns } from './runs.ts'
import type { RunSettings } from './state.ts'

type ImportDefaults = {
  readonly author: UserId | null
  readonly post_status: RunSettings['postStatus']
  readonly update_authority: RunSettings['updateAuthority']
  readonly interval: number
  readonly stall_minutes: number
  readonly csv_date_order: DateOrder
}

/** How many items imports take (spec 05 §1). */
export type ImportLimits = {
  /** Of a file or feed, its series expanded. */
  readonly mostFileItems: number
  /** Of an import by callbacks. */
  readonly mostItems: number
}

export type OperateDeps = {
  readonly store: EventStore
  readonly runs: ImportRuns
  /** 32 hex, random. */
  readonly newHash: () => string
  readonly baseUrl: () => string
  /** What the site settings say (spec 00 §7); author null: there is no import user. */
  readonly defaults: () => ImportDefaults
  readonly mayEditEvents: (userId: UserId) => Promise<boolean>
  readonly mostFileItems: ImportLimits['mostFileItems']
  /** By login, e-mail address or id; null: there is none. */
  readonly userNamed: (text: string) => UserId | null
  /** By id, else by slug or name. */
  readonly categoriesNamed: (text: string) => Promise<readonly Named<TermId>[]>
}

const POST_STATUS = ['publish', 'pending', 'draft', 'private'] as const

const Registration = z.object({
  // such an id is of entries of the history that are put back together (spec 00 §6.8)
  import_id: ImportId.refine(id => !isChosenId(id)).optional(),
  origin: z.string().regex(/^[\w-]{1,40}$/),
  source: z.string().trim().min(1).max(2_048),
  post_status: z.enum(POST_STATUS).optional(),
  author: z.union([z.int(), z.string()]).optional(),
  category: z.union([z.int(), z.string()]).nullable().default(null),
  update_authority: UpdateAuthority.optional(),
  interval: z.int().min(10).max(600).optional(),
  stall_minutes: z.int().min(1).optional(),
})
type Registration = z.infer<typeof Registration>

const RULES: Readonly<Record<string, string>> = {
  import_id: 'import_id is 1 to 64 letters, digits and underscores, and no put_back_ with 16 hex digits.',
  origin: 'origin is one word: 1 to 40 letters, digits, underscores and hyphens.',
  source: 'source names the feed in 1 to 2,048 characters.',
}

const problemsIn = ({ issues }: z.ZodError): Readonly<Record<string, string>> =>
  Object.fromEntries(
    issues.map(({ path, message }) => {
      const name = path.join('.')
      return name === '' ? ['body', message] : [name, RULES[name] ?? `${name}: ${message}`]
    }),
  )

/** Argument → why it is refused. */
export type Refused = { readonly ok: false; readonly errors: Readonly<Record<string, string>> }

export type Registered = {
  readonly import_id: string
  readonly batch_hash: string
  readonly callback_root: string
}

const refused = (errors: Readonly<Record<string, string>>): Refused => ({ ok: false, errors })

type Settled = { readonly ok: true; readonly sent: Registration; readonly settings: RunSettings } | Refused

const authorOf = async (deps: OperateDeps, sent: string | number | undefined): Promise<TheOne<UserId>> => {
  const id = sent === undefined ? deps.defaults().author : deps.userNamed(String(sent))
  if (id === null && sent !== undefined)
    return { ok: false, message: `author: no user has the login, e-mail address or id "${sent}".` }
  if (id === null || !(await deps.mayEditEvents(id))) {
    const who = sent === undefined ? 'author: the user of imports (import_user)' : 'author'
    return { ok: false, message: `${who} is not a user who may edit events.` }
  }
  return { ok: true, id }
}

const categoryOf = async ({ categoriesNamed }: OperateDeps, text: string): Promise<TheOne<TermId>> =>
  theOne('category', text, await categoriesNamed(text))

/** Settings of an import as they were asked for, over those of the site. */
export const settle = async (deps: OperateDeps, input: unknown): Promise<Settled> => {
  const parsed = Registration.safeParse(input)
  if (!parsed.success) return refused(problemsIn(parsed.error))
  const sent = parsed.data
  const defaults = deps.defaults()
  const author = await authorOf(deps, sent.author)
  const category = sent.category === null ? null : await categoryOf(deps, String(sent.category))
  if (!author.ok || category?.ok === false)
    return refused({
      ...(author.ok ? {} : { author: author.message }),
      ...(category?.ok === false ? { category: `category: ${category.message}.` } : {}),
    })
  const settings: RunSettings = {
    origin: sent.origin,
    source: sent.source,
    postStatus: sent.post_status ?? defaults.post_status,
    author: author.id,
    category: category?.id ?? null,
    updateAuthority: sent.update_authority ?? defaults.update_authority,
    interval: sent.interval ?? defaults.interval,
    stallMinutes: sent.stall_minutes ?? defaults.stall_minutes,
  }
  return { ok: true, sent, settings }
}

/** What settings of a schedule become; what is absent stays. */
export type OtherSettings = {
  readonly post_status?: string | undefined
  readonly author?: string | number | undefined
  /** "" and 0 for none. */
  readonly category?: string | number | undefined
  readonly update_authority?: string | undefined
}

type Resettled =
  | {
      readonly ok: true
      readonly settings: Partial<Pick<RunSettings, 'postStatus' | 'author' | 'category' | 'updateAuthority'>>
    }
  | Refused

const Others = Registration.pick({ post_status: true, update_authority: true })
const NO_CATEGORY: readonly string[] = ['', '0']

/** Settings in place of others. Only what is given is looked at: who was the author may have lost that right. */
export const resettle = async (deps: OperateDeps, given: OtherSettings): Promise<Resettled> => {
  const others = Others.safeParse(given)
  const named = given.category === undefined ? null : String(given.category).trim()
  const author = given.author === undefined ? null : await authorOf(deps, given.author)
  const category = named === null || NO_CATEGORY.includes(named) ? null : await categoryOf(deps, named)
  if (!others.success || author?.ok === false || category?.ok === false)
    return refused({
      ...(others.success ? {} : problemsIn(others.error)),
      ...(author?.ok === false ? { author: author.message } : {}),
      ...(category?.ok === false ? { category: `category: ${category.message}.` } : {}),
    })
  const { post_status: postStatus, update_authority: updateAuthority } = others.data
  return {
    ok: true,
    settings: {
      ...(postStatus === undefined ? {} : { postStatus }),
      ...(author === null ? {} : { author: author.id }),
      ...(named === null ? {} : { category: category?.id ?? null }),
      ...(updateAuthority === undefined ? {} : { updateAuthority }),
    },
  }
}

export const TAKEN = { import_id: 'import_id belongs to another import.' }

/** Creates a pending import that waits for callbacks (spec 05 §1 register-import). */
export const registerImport = async (
  deps: OperateDeps,
  input: unknown,
  context: Context,
): Promise<{ readonly ok: true; readonly registered: Registered } | Refused> => {
  const settled = await settle(deps, input)
  if (!settled.ok) return settled
  const importId = settled.sent.import_id ?? deps.newHash().slice(0, 16)
  const hash = deps.newHash()
  const done = await deps.runs.execute(
    { type: 'Register', importId, hash, settings: settled.settings },
    context,
  )
  if (!done.ok) return refused(TAKEN)
  const root = `${deps.baseUrl()}/index.php?rest_route=/cal/event-aggregator/v1`
  return { ok: true, registered: { import_id: importId, batch_hash: hash, callback_root: root } }
}

/** Closes an import; what waits is recorded as `import_gone`, events stay. false: there is no such import. */
export const deleteImport = async (
  { runs }: Pick<OperateDeps, 'runs'>,
  importId: string,
  context: Context,
): Promise<boolean> => (await runs.execute({ type: 'Delete', importId }, context)).ok

/** Why an import stays as it is. */
export type Unsteered = 'import_unknown' | 'import_over'

const steering =
  (type: 'Cancel' | 'Pause' | 'Resume') =>
  async (
    { runs }: Pick<OperateDeps, 'runs'>,
    importId: string,
    context: Context,
  ): Promise<Unsteered | null> => {
    const done = await runs.execute({ type, importId }, context)
    if (done.ok) return null
    return done.refusal.code === 'import_over' ? 'import_over' : 'import_unknown'
  }

/**
 * Closes an import as failed, `cancelled`: what it applied stays, what waits is recorded as skipped,
 * `import_cancelled`; callbacks are refused as for every closed import. null: it is so.
 */
export const cancelImport = steering('Cancel')

/** Leaves alone what waits, until `resumeImport`; callbacks are still accepted. null: it is so. */
export const pauseImport = steering('Pause')
export const resumeImport = steering('Resume')
