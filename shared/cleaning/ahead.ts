import type { CleanTexts } from './thread.ts'
import { cleanNow, type Cleaning, type SentText } from './texts.ts'

const keyOf = (kind: string, text: string) => `${kind}/${text}`

/**
 * A cleaning that has the texts at hand which `read` will ask for: `read` is asked once what they are, and they are made
 * safe beside the main thread. What it did not ask for is cleaned on the spot.
 */
export const cleanedAhead = async (
  clean: CleanTexts,
  read: (cleaning: Cleaning) => unknown,
): Promise<Cleaning> => {
  const asked = new Map<string, SentText>()
  read((kind, text) => {
    asked.set(keyOf(kind, text), [kind, text])
    return text
  })
  const texts = [...asked.values()]
  const cleaned = texts.length === 0 ? [] : await clean(texts)
  const done = new Map([...asked.keys()].map((key, n) => [key, cleaned[n]]))
  return (kind, text) => done.get(keyOf(kind, text)) ?? cleanNow(kind, text)
}
