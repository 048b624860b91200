import { cleanNow } from '../../shared/cleaning/texts.ts'
import type { CleanTexts } from '../../shared/cleaning/thread.ts'

/** What a cleaning thread answers, without one. */
export const cleanHere: CleanTexts = async texts => texts.map(([kind, text]) => cleanNow(kind, text))
