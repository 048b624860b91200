import type { IOptions } from 'sanitize-html'
import { sanitize } from './sanitizer.ts'

const harmless: IOptions = {
  allowedTags: ['a', 'blockquote', 'p', 'br', 'img', 'iframe'],
  allowedAttributes: {
    a: ['href', 'title'],
    blockquote: ['cite'],
    img: ['src', 'alt', 'width', 'height'],
    iframe: ['src', 'width', 'height', 'title', 'sandbox', 'allowfullscreen'],
  },
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { iframe: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template'],
  nestingLimit: 100,
  transformTags: {
    iframe: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, sandbox: 'allow-scripts allow-same-origin allow-popups' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && attribs['src'] === undefined,
}

/** HTML of a provider elsewhere: nothing that acts, frames sandboxed and over https alone (spec 06 §2.2). */
export const embeddedHtml = (html: string): string => sanitize(html, harmless).trim()
