import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a folder that hold one of the texts, in lower case, whatever their case there. */
export const holding = (folder: string, ...texts: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name)).isFile())
    .filter(name => {
      const bytes = readFileSync(join(folder, name)).toString('latin1').toLowerCase()
      return texts.some(text => bytes.includes(text))
    })
