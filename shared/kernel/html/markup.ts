import { escapeHtml } from './text.ts'

/** HTML that is safe where text stands. Made by `html` from pieces, or of what was cleaned before. */
export type Markup = { readonly markup: string }

/** Strings become text; `null` and `false` nothing; lists stand one after the other. */
type Piece = string | number | Markup | null | false | readonly Piece[]

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Exactly these characters, as text or in a quoted attribute; what looks like a reference is none. */
const literally = (text: string): string => text.replace(/[&<>"']/g, sign => signs[sign] ?? sign)

const written = (piece: Piece): string => {
  if (piece === null || piece === false) return ''
  if (typeof piece === 'string') return literally(piece)
  if (typeof piece === 'number') return String(piece)
  return 'markup' in piece ? piece.markup : piece.map(written).join('')
}

/**
 * Markup from a template. Values are escaped; they may stand as text or inside a quoted attribute, nowhere else: not as
 * a name, not in a script or a style, not as an address before `addressOf`.
 */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup => ({
  markup: texts.reduce((all, text, index) => `${all}${written(pieces[index - 1] ?? null)}${text}`),
})

/** HTML that was cleaned when it was stored, or written by ourselves. */
export const trusted = (markup: string): Markup => ({ markup })

/** A stored title or name: text in which character references stay what they are (spec 01 §2). */
export const stored = (text: string): Markup => ({ markup: escapeHtml(text) })

/** An address for `href` and `src`: anything but http, https, mailto, tel and addresses of this site is `#`. */
export const addressOf = (address: string): string =>
  /^(https?:|mailto:|tel:|\/(?!\/)|[?#])/i.test(address) ? address : '#'
