import { displayTitle } from '../../../shared/kernel/html/display.ts'
import { escapeHtml } from '../../../shared/kernel/html/escape.ts'
import { plainText } from '../../../shared/kernel/html/plain-text.ts'

/** An item as it is embedded elsewhere. */
export type Embeddable = {
  readonly url: string
  /** Title or name as stored. */
  readonly title: string
  readonly author: { readonly name: string; readonly url: string }
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null
}

export type Provider = { readonly name: string; readonly url: string }

const [NARROWEST, WIDEST, LOWEST] = [200, 600, 200]

/** `maxwidth` within 200 to 600, and the height that goes with it (spec 06 §2.1). */
export const sizeOf = (maxWidth: number): { readonly width: number; readonly height: number } => {
  const width = Math.min(WIDEST, Math.max(NARROWEST, maxWidth))
  return { width, height: Math.max(LOWEST, Math.ceil((width * 9) / 16)) }
}

const withEmbed = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}embed=true`

/** Lets the embedded page say how high it is; only the frame with the same secret listens. */
const script =
  '<script>(function(d,w){w.addEventListener("message",function(e){var m=e.data||{};if(!/^[0-9a-zA-Z]{10}$/.test(m.secret)||!(m.height>0))return;' +
  "d.querySelectorAll('iframe.cal-embed-frame[data-secret=\"'+m.secret+'\"]').forEach(function(f){" +
  'if(f.contentWindow===e.source)f.height=Math.min(1000,Math.max(200,Math.ceil(m.height)))})})})(document,window)</script>'

const html = (url: string, title: string, secret: string, width: number, height: number): string => {
  const [link, name, frame] = [url, title, `${withEmbed(url)}#?secret=${secret}`].map(escapeHtml)
  return (
    `<blockquote class="cal-embed" data-secret="${secret}"><a href="${link ?? ''}">${name ?? ''}</a></blockquote>` +
    `<iframe sandbox="allow-scripts" class="cal-embed-frame" src="${frame ?? ''}" width="${width}" height="${height}" ` +
    `title="${name ?? ''}" data-secret="${secret}"></iframe>${script}`
  )
}

/** The answer of `embed`, members in the order of spec 06 §2.1. `secret`: 10 letters or digits. */
export const richEmbed = (
  { url, title, author, image }: Embeddable,
  provider: Provider,
  maxWidth: number,
  secret: string,
): Readonly<Record<string, string | number>> => {
  const { width, height } = sizeOf(maxWidth)
  const name = plainText(displayTitle(title))
  return {
    version: '1.0',
    provider_name: provider.name,
    provider_url: provider.url,
    author_name: author.name,
    author_url: author.url,
    title: name,
    type: 'rich',
    width,
    height,
    html: html(url, name, secret, width, height),
    ...(image === null
      ? {}
      : { thumbnail_url: image.url, thumbnail_width: image.width, thumbnail_height: image.height }),
  }
}
