import type { OldUser } from '../../move-in/apply/move-users.ts'
import { sourceOf } from '../../move-in/identity.ts'
import { readAuthors, readMe } from '../../move-in/read/authors.ts'
import { oldClient, type OldClient } from '../../move-in/read/client.ts'
import { findInterface } from '../../move-in/read/interface.ts'
import { readCalendar, type OldCalendar, type ReadThing } from '../../move-in/read/old-calendar.ts'
import type { Invocation } from '../command.ts'
import { CommandFailed, WrongUsage } from '../failure.ts'

/** Another calendar, read whole. */
export type Source = {
  readonly name: string
  readonly client: OldClient
  readonly calendar: OldCalendar
  readonly authors: readonly OldUser[]
}

/** The address of the other calendar without a slash at its end. Never repeats it: it may hold a password. */
const baseOf = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '')
    throw new WrongUsage('move-in takes an address such as https://old.example')
  if (url.username + url.password !== '')
    throw new WrongUsage('the address takes no user and password: they are given with --user')
  return url.href.replace(/\/+$/, '')
}

const credentialsOf = ({ options, environment }: Invocation): string | null => {
  const user = options['user'] ?? environment['BELLTOWER_USER'] ?? null
  if (user?.includes(':') === false)
    throw new WrongUsage('--user takes LOGIN:APPLICATION-PASSWORD; the colon is missing')
  return user
}

const everything = ({ things }: OldCalendar): readonly ReadThing[] => Object.values(things).flat()

/** Finds the interface of the calendar and reads it. Throws CommandFailed when there is none, or it refuses the user. */
export const openSource = async (invocation: Invocation): Promise<Source> => {
  const { terminal, args } = invocation
  const base = baseOf(args[0] ?? '')
  const user = credentialsOf(invocation)
  const tell = (text: string) => void terminal.err.write(`${text}\n`)
  const { pause, clockMs } = terminal
  const client = oldClient({ base, user, pause, clockMs, tell })
  const found = await findInterface(client, base)
  if (!found.ok)
    throw new CommandFailed(
      `no calendar that can be read is at that address\n${found.why.map(why => `  ${why}`).join('\n')}`,
    )
  const { old } = found
  const me = user === null ? null : await readMe(client, old)
  if (user !== null && me === null)
    throw new CommandFailed('the other calendar does not take that login and application password')
  tell(`reading ${base}${me === null ? ', as a guest: what is not published is not shown' : ''}`)
  const calendar = await readCalendar({ client, old, signedIn: me !== null })
  const ids = new Set(everything(calendar).flatMap(({ refs }) => refs.author ?? []))
  const authors = await readAuthors(client, old, me, [...ids])
  return { name: sourceOf(base) ?? base, client, calendar, authors }
}

/** Pictures that things name, each once. */
export const picturesOf = (calendar: OldCalendar): ReadonlyMap<number, string> => {
  const pictures = new Map<number, string>()
  for (const { refs } of everything(calendar))
    if (refs.image != null) pictures.set(refs.image.id, refs.image.address)
  return pictures
}
