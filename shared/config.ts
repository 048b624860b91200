import { isIP } from 'node:net'
import { z } from 'zod'
import { isEmailAddress, isLogin } from './kernel/text/spelling.ts'
import { FILE_ITEMS, IMPORT_ITEMS } from './limits/imports.ts'
import { KEPT_MIB } from './limits/views.ts'
import { isSiteUrl, NO_SITE_URL, siteUrlAt } from './kernel/site-url.ts'
import { parseZone } from './kernel/time/zone.ts'

/** Timers hold no more than this many milliseconds; nobody waits an hour for a shutdown. */
const LONGEST_SHUTDOWN_MS = 3_600_000

/** Whoever imports more has many imports. */
const MOST_ITEMS = 10_000_000

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      text => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `this is not a whole number from ${min} to ${max}`,
    )
    .transform(Number)

const visibleLine = (text: string) => text.trim() !== '' && !/\p{Cc}/u.test(text)

const isHost = (text: string): boolean => isIP(text) !== 0 || /^[\w.-]+$/.test(text)

/** An address, or a network of them such as `10.0.0.0/8`. */
const isNetwork = (text: string): boolean => {
  const [address = '', length, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || address.includes('%') || more.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= bits)
}

/** Addresses and networks with commas between them; none by default. */
const networks = () =>
  z
    .string()
    .default('')
    .transform(text => text.split(',').map(one => one.trim()))
    .transform(all => all.filter(one => one !== ''))
    .refine(all => all.every(isNetwork), 'this is not a list of addresses and networks such as 10.0.0.0/8')

/** The address of a server, which may hold a password: never repeated. */
const server = (schemes: readonly string[]) =>
  z
    .string()
    .refine(
      text =>
        !/\s/.test(text) &&
        schemes.some(scheme => text.startsWith(`${scheme}://`) && text.length > scheme.length + 3),
      `this is not an address that begins with ${schemes.map(scheme => `${scheme}://`).join(' or ')}`,
    )
    .optional()

type Given = Readonly<Record<string, string | undefined>>

/** A host such as `fe80::1%eth0` can be listened on, and stands in no address. */
const unaddressed = ({ HOST, SITE_URL }: Given): readonly string[] =>
  HOST === undefined || SITE_URL !== undefined || !isHost(HOST) || isSiteUrl(siteUrlAt(HOST, 80))
    ? []
    : ['HOST: no address can be made of this, so it needs a SITE_URL beside it']

const SERVERS = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const
/** Roles that are a part of the service only. */
const PARTS: readonly string[] = ['api', 'projections', 'workers']

/** What cannot work together, by the setting that is missing. */
const missingServers = (given: Given): readonly { readonly name: string; readonly why: string }[] => {
  const role = given['ROLE'] ?? 'all'
  if (PARTS.includes(role))
    return SERVERS.filter(name => given[name] === undefined).map(name => ({
      name,
      why: `ROLE=${role} shares its work with other processes through all three servers`,
    }))
  const outlives = SERVERS.find(name => given[name] !== undefined)
  return outlives === undefined || given['EVENTSTORE_URL'] !== undefined
    ? []
    : [{ name: 'EVENTSTORE_URL', why: `${outlives} is of use only with a log on a server` }]
}

// Messages never repeat a value: some of them are secrets.
const Config = z
  .object({
    /** 0: any free port. */
    PORT: wholeNumber(0, 65_535).default(8080),
    HOST: z.string().refine(isHost, 'this is neither a host name nor an address').default('127.0.0.1'),
    /** The operator socket lives here, and the log unless it is on a server. */
    DATA_DIR: z.string().refine(visibleLine, 'this is not a path').default('./data'),
    /** Address without a trailing slash; default: http://HOST:PORT. */
    SITE_URL: z.string().refine(isSiteUrl, NO_SITE_URL).optional(),
    SITE_NAME: z.string().refine(visibleLine, 'this is not one line of text').default('Belltower'),
    /** A zone of the tz database, or a fixed offset such as UTC+5:30. */
    SITE_TIMEZONE: z
      .string()
      .refine(text => parseZone(text) !== null, 'this is not a time zone')
      .default('UTC'),
    /** What this process does; several processes share the work when all three servers are named. */
    ROLE: z
      .enum(['all', 'api', 'projections', 'workers'], {
        error: 'this is none of all, api, projections, workers',
      })
      .default('all'),
    EVENTSTORE_URL: server(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover']),
    MONGODB_URL: server(['mongodb', 'mongodb+srv']),
    REDIS_URL: server(['redis', 'rediss']),
    /** Proxies whose X-Forwarded-For is believed; everybody else's is not read. */
    TRUSTED_PROXIES: networks(),
    /** Networks of one's own to which changes may be told, also over http and on any port (spec 08 §5). */
    DELIVERY_NETWORKS: networks(),
    /** Name of a mapping that is shipped, or path of one: for programs that were written for another interface. */
    COMPATIBILITY: z.string().refine(visibleLine, 'this is neither a name nor a path').optional(),
    /** Mebibytes for what is kept to save work: ready answers and rendered views. */
    CACHE_MB: wholeNumber(1, 65_536).default(KEPT_MIB),
    /** Whether read models are written beside the log, so that a start need not fold all of it. */
    SNAPSHOTS: z.enum(['on', 'off'], { error: 'this is neither on nor off' }).default('on'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'this is none of fatal, error, warn, info, debug, trace, silent',
      })
      .default('info'),
    /** Items that a file or feed may hold, and an import by callbacks (spec 05 §1). */
    IMPORT_FILE_ITEMS: wholeNumber(1, MOST_ITEMS).default(FILE_ITEMS),
    IMPORT_ITEMS: wholeNumber(1, MOST_ITEMS).default(IMPORT_ITEMS),
    /** MiB of all request bodies that are received and answered at once. */
    BODIES_MB: wholeNumber(16, 65_536).default(64),
    /** A seal is made after so many minutes in which something was recorded (0: never), or after so many records. */
    SEAL_MINUTES: wholeNumber(0, 1_000_000).default(60),
    SEAL_RECORDS: wholeNumber(1, 5_000).default(1_000),
    SHUTDOWN_MS: wholeNumber(1, LONGEST_SHUTDOWN_MS).default(10_000),
    /** First start only: the first administrator. */
    ADMIN_USER: z
      .string()
      .refine(isLogin, 'a login has no blanks, @, : or / and at most 60 characters')
      .default('admin'),
    ADMIN_EMAIL: z
      .string()
      .refine(isEmailAddress, 'this is not an e-mail address')
      .default('admin@localhost.localdomain'),
    ADMIN_PASSWORD: z.string().min(1).optional(),
    ADMIN_APPLICATION_PASSWORD: z
      .string()
      .regex(/^[A-Za-z0-9]{24}$/, 'an application password is 24 letters or digits')
      .optional(),
  })
  .readonly()
export type Config = z.infer<typeof Config>

/** A setting that the service cannot start with; the message has one line per mistake: `NAME: what is wrong`. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig'
}

/** The only reader of the environment. Empty values count as absent. Throws InvalidConfig naming every mistake. */
export const loadConfig = (env: Given): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Config.safeParse(given)
  const mistakes = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...unaddressed(given),
    ...missingServers(given).map(({ name, why }) => `${name}: ${why}`),
  ]
  if (parsed.success && mistakes.length === 0) return parsed.data
  throw new InvalidConfig(mistakes.join('\n'))
}

export const configNames = Object.keys(Config.unwrap().shape)
