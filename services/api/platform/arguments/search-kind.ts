import { searchWords } from '../../../../shared/kernel/text/search.ts'
import { SEARCH_LENGTH, SEARCH_WORDS } from '../../../../shared/limits/views.ts'
import { type ArgumentKind, reject } from './arguments.ts'
import { text } from './kinds.ts'

/** What a search has too much of, to stand behind "must not have more than"; null: nothing. */
export const searchExcess = (search: string): string | null => {
  if (search.length > SEARCH_LENGTH) return `${SEARCH_LENGTH} characters`
  const { include, exclude } = searchWords(search)
  return include.length + exclude.length > SEARCH_WORDS ? `${SEARCH_WORDS} words` : null
}

/** Words to look for (spec 02 §3.4), as sent. */
export const search = (): ArgumentKind<string> => {
  const plain = text({ maxLength: SEARCH_LENGTH })
  return {
    ...plain,
    read: (value, name, at) => {
      const excess = typeof value === 'string' ? searchExcess(value) : null
      return excess === null
        ? plain.read(value, name, at)
        : reject('rest_too_long', `${name} must not have more than ${excess}.`)
    },
  }
}
