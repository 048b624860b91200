import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'

const require = createRequire(import.meta.url)
let loaded: typeof Sanitize | null = null

/** The library that cleans markup. It is large, and loaded when the first text needs it: cleaning waits for nothing. */
export const sanitize = (html: string, options: Sanitize.IOptions): string => {
  loaded ??= require('sanitize-html') as typeof Sanitize
  return loaded(html, options)
}
