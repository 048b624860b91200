import { cleanNow, type SentText } from './texts.ts'

/** What a cleaning thread does: texts made safe, in order. */
export default (texts: readonly SentText[]): readonly string[] =>
  texts.map(([kind, text]) => cleanNow(kind, text))
