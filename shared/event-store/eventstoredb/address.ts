import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf } from '../../kernel/thrown.ts'

/** What the driver understands, in the spelling of its manual; it takes them in any case, and with `-` and `_`. */
const OPTIONS = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'tls',
  'tlsCAFile',
  'tlsVerifyCert',
  'userCertFile',
  'userKeyFile',
] as const
type Option = (typeof OPTIONS)[number]

const FORM = 'url: a connection string as esdb://host:2113?tls=false'

const flat = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '')
const known = new Map<string, Option>(OPTIONS.map(name => [flat(name), name]))

const wrong = (what: string): never => {
  throw new RangeError(`url: ${what}`)
}

/** The options behind the hosts, by name. Texts of the address are not repeated: it may hold a password. */
const optionsIn = (url: string): ReadonlyMap<Option, string> => {
  const hosts = url.replace(/^[^:]+:\/\//, '').replace(/^[^:]+:[^@]+@/, '')
  const [, ...query] = hosts.split('?')
  const found = new Map<Option, string>()
  for (const pair of query
    .join('?')
    .split('&')
    .filter(one => one !== '')) {
    const [name = '', value = ''] = pair.split('=', 2)
    const option = known.get(flat(name))
    if (option === undefined)
      return wrong(
        /^[\w-]{1,40}$/.test(name)
          ? `there is no option ${name} here; there are ${OPTIONS.join(', ')}`
          : 'options as name=value, with & between them',
      )
    found.set(option, value.trim())
  }
  return found
}

/** The content of a file that an option names. */
const fileOf = (option: Option, value: string): Buffer => {
  let path = ''
  try {
    path = decodeURIComponent(value)
    return readFileSync(path)
  } catch (error) {
    const reason = codeOf(error) ?? 'not a path'
    const why = reason === 'ENOENT' ? 'is not there' : `cannot be read (${reason})`
    return wrong(`${option} names the file ${path}, which ${why}`)
  }
}

/** Throws RangeError for what the driver would ignore, print, or tell of without a name. */
export const checkAddress = (url: string): void => {
  if (!/^(?:esdb|kurrentdb)(?:\+discover)?:\/\/./.test(url)) throw new RangeError(FORM)
  const options = optionsIn(url)
  if (options.get('tlsVerifyCert') === 'false')
    wrong('tlsVerifyCert=false is not possible; name the authorities with tlsCAFile')
  const authorities = options.get('tlsCAFile')
  if (authorities !== undefined) {
    const ca = fileOf('tlsCAFile', authorities)
    try {
      // reads the first of them
      new X509Certificate(ca)
    } catch {
      wrong(`tlsCAFile names the file ${decodeURIComponent(authorities)}, which holds no certificates`)
    }
  }
  const pair = ['userCertFile', 'userKeyFile'] as const
  for (const option of pair) {
    const value = options.get(option)
    if (value !== undefined) fileOf(option, value)
  }
  const [only, ...more] = pair.filter(option => options.has(option))
  if (only !== undefined && more.length === 0) wrong('userCertFile and userKeyFile go together')
}

/** For what is wrong in a way that only the driver knows; what it says would show the password. */
export const malformed = (): RangeError => new RangeError(FORM)
