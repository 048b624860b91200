import { randomBytes } from 'node:crypto'
import { html, type Markup } from '../../../shared/kernel/html/markup.ts'
import type { Held } from '../../accounts/sessions.ts'
import { formDigest, type Forms, type MadeKind, type Taken } from '../../forms/forms.ts'
import type { Context } from '../../handle.ts'
import type { Nested } from '../platform/request/addressing.ts'
import { textOf, type Visit } from './page.ts'

/** Field of the key. */
export const ONCE = 'form_key'
const KEY_BYTES = 16
const KEY = /^[\w-]{22}$/

/** The key of a form that was sent; null: it has none, or none that was ever made. */
const keyIn = (form: Nested): string | null => {
  const key = textOf(form, ONCE)
  return KEY.test(key) ? key : null
}

/** The hidden field of a form that makes something: a new key, or the one it was sent with (spec 00 §5). */
export const onceField = (form: Nested): Markup =>
  html`<input
    type="hidden"
    name="${ONCE}"
    value="${keyIn(form) ?? randomBytes(KEY_BYTES).toString('base64url')}"
  />`

/** Which form is sent, and what of it is made. */
export type Making = {
  /** Declared path of the form. */
  readonly route: string
  readonly kind: MadeKind
  /** Of what it makes besides; absent: what it is for. */
  readonly part?: string
}

/** A form that somebody sends, as far as it makes each thing once. */
export type Once = {
  /** Number of what it made before; null: nothing, or it has no key. */
  readonly made: () => Promise<number | null>
  /** Number under which it makes it; undefined: any, it has no key. */
  readonly id: (context: Context) => Promise<number | undefined>
  /** The same of several, by their days; null: it has no key. */
  readonly days: (context: Context, days: readonly string[]) => Promise<Taken | null>
  /** It was made under this number. */
  readonly done: (id: number, context: Context) => Promise<void>
}

export const onceOf = (
  forms: Forms,
  held: Held,
  { form, at }: Pick<Visit, 'form' | 'at'>,
  { route, kind, part = '' }: Making,
): Once => {
  const key = keyIn(form)
  const sent = key === null ? null : { user: held.user.id, form: route, key, part }
  let taken: number | undefined
  return {
    made: async () => {
      const before = sent && (await forms.made(sent, kind, at.ms))
      return before?.things[0]?.id ?? null
    },
    id: async context => {
      if (sent === null) return undefined
      taken = (await forms.take(sent, kind, context)).things[0]?.id
      return taken
    },
    days: async (context, days) => (sent === null ? null : forms.take(sent, kind, context, days)),
    done: async (id, context) => {
      if (sent !== null && id !== taken) await forms.note(sent, id, context)
    },
  }
}

/** Text that stands for a form that is sent by this user, for what is known by such: 40 hex; null: it has no key. */
export const hashOfForm = (held: Held, { form }: Pick<Visit, 'form'>, route: string): string | null => {
  const key = keyIn(form)
  return key === null ? null : formDigest({ user: held.user.id, form: route, key, part: '' })
}
