import { readFile } from 'node:fs/promises'
import { InvalidConfig, type Config } from '../../shared/config.ts'
import type { ApiDeps } from '../api/app.ts'
import { compatibilityOf, type Compatibility } from '../api/platform/compatibility/compatibility.ts'
import { readMapping } from '../api/platform/compatibility/mapping.ts'
import { codeOf } from '../../shared/kernel/thrown.ts'

const MAPPINGS = new URL('../api/platform/compatibility/', import.meta.url)

/** Mappings that the service brings along, by the name that the setting has for them. */
const SHIPPED: readonly string[] = ['the-events-calendar']

const wrong = (problem: string) => new InvalidConfig(`COMPATIBILITY: ${problem}`)

/** The mapping that the setting names; null: none. Throws InvalidConfig when there is no such file. */
export const mappingText = async ({ COMPATIBILITY: named }: Config): Promise<string | null> => {
  if (named === undefined) return null
  const file = SHIPPED.includes(named) ? new URL(`${named}.json`, MAPPINGS) : named
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    const why = code === 'ENOENT' ? 'there is no such file' : 'the file cannot be read'
    throw wrong(`${why}, and no mapping of this name is shipped; there is ${SHIPPED.join(', ')}`)
  }
}

/** A mapping over the routes that it maps. Throws InvalidConfig that names every mistake, one a line. */
export const compatibilityWith = (
  text: string | null,
  { routes, pages }: Pick<ApiDeps, 'routes' | 'pages'>,
): Compatibility | null => {
  if (text === null) return null
  const read = readMapping(text, { routes, pages: pages?.groups.flatMap(({ firsts }) => firsts) ?? [] })
  if (!read.ok) throw new InvalidConfig(read.problems.map(problem => wrong(problem).message).join('\n'))
  return compatibilityOf(read.mapping)
}
