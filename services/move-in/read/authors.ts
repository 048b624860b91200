import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import type { OldUser } from '../apply/move-users.ts'
import type { OldClient } from './client.ts'
import type { OldInterface } from './interface.ts'
import { idIn, readList } from './list.ts'

const textIn = (user: JsonObject, member: string): string => {
  const text = user[member]
  return typeof text === 'string' ? text : ''
}

const userIn = (id: number, user: JsonObject | undefined): OldUser =>
  user === undefined
    ? { id, login: '', email: '', name: '' }
    : { id, login: textIn(user, 'username'), email: textIn(user, 'email'), name: textIn(user, 'name') }

/** Who the credentials belong to; null: they are no good, or none were given. */
export const readMe = async (
  client: OldClient,
  { names, address }: OldInterface,
): Promise<JsonObject | null> => {
  const got = await client.json(address(`${names.users}/me`, { context: 'edit' }))
  return got.ok && isObject(got.body) ? got.body : null
}

/** The users of these ids, with what is shown of them. */
export const readAuthors = async (
  client: OldClient,
  { names, address }: OldInterface,
  me: JsonObject | null,
  ids: readonly number[],
): Promise<readonly OldUser[]> => {
  const list = (query: Readonly<Record<string, string>>) =>
    readList(client, {
      name: 'users',
      perPage: 100,
      address: (page, perPage) => address(names.users, { ...query, per_page: perPage, page }),
      thingsIn: body => (Array.isArray(body) ? (body as readonly Json[]) : null),
      totalIn: () => null,
    })
  const all = names.plugin ? await list(me === null ? {} : { context: 'edit' }) : null
  const shown = all?.things.size === 0 && me !== null ? await list({}) : all
  const own = me === null ? null : idIn(me['id'])
  return ids.map(id => userIn(id, id === own && me !== null ? me : shown?.things.get(id)))
}
