const special = /[&<>"']/
const bareAmpersand = /&(?!(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);)/gi

/** Replaces every `&` that does not begin a character reference; references are never encoded again (spec 01 §2). */
export const replaceBareAmpersands = (text: string, replacement: string): string =>
  text.includes('&') ? text.replace(bareAmpersand, replacement) : text

/** For HTML text and quoted attributes; character references in the text stay what they are. */
export const escapeHtml = (text: string): string =>
  special.test(text)
    ? replaceBareAmpersands(text, '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#039;')
    : text

/** A stored address as the first generation shows it: `&` → `&amp;`, never twice (spec 02 §1.1 `website`). */
export const escapeAddress = (address: string): string => replaceBareAmpersands(address, '&amp;')

const inScript: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON for a `<script>` block: the same value, without a sign that could end the block. */
export const scriptJson = (value: object): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, sign => inScript[sign] ?? sign)
