import { displayTitle } from '../../../shared/kernel/html/sanitize.ts'
import { escapeHtml, plainText } from '../../../shared/kernel/html/text.ts'

/** An item as it is embedded elsewhere. */
export type Embeddable = {
  readonly url: string
  /** Title or name as stored. */
  readonly title: string
  readonly author: { readonly name: string; readonly url: string }
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null
}

export type Provider = { readonly name: string; readonly url: string }

const [WIDEST, LOWEST, HIGHEST] = [600, 200, 1_000]

/** Greatest width and height that were asked for, pixels; 0: any. */
export type Room = { readonly maxWidth: number; readonly maxHeight: number }

const limited = (size: number, most: number): number => (most === 0 ? size : Math.min(size, most))

/** No larger than was asked for; the height goes with the width as far as there is room (spec 06 §2.1). */
export const sizeOf = ({
  maxWidth,
  maxHeight,
}: Room): { readonly width: number; readonly height: number } => {
  const width = limited(WIDEST, maxWidth)
  return { width, height: limited(Math.max(LOWEST, Math.ceil((width * 9) / 16)), maxHeight) }
}

const withEmbed = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}embed=true`

/** Lets the embedded page say how high it is; only the frame with the same secret listens. */
const scriptOf = (highest: number): string =>
  '<script>(function(d,w){w.addEventListener("message",function(e){var m=e.data||{};if(!/^[0-9a-zA-Z]{10}$/.test(m.secret)||!(m.height>0))return;' +
  "d.querySelectorAll('iframe.cal-embed-frame[data-secret=\"'+m.secret+'\"]').forEach(function(f){" +
  `if(f.contentWindow===e.source)f.height=Math.min(${highest},Math.max(200,Math.ceil(m.height)))})})})(document,window)</script>`

type Shown = { readonly url: string; readonly title: string; readonly secret: string }

const html = ({ url, title, secret }: Shown, room: Room): string => {
  const { width, height } = sizeOf(room)
  const [link, name, frame] = [url, title, `${withEmbed(url)}#?secret=${secret}`].map(escapeHtml)
  return (
    `<blockquote class="cal-embed" data-secret="${secret}"><a href="${link ?? ''}">${name ?? ''}</a></blockquote>` +
    `<iframe sandbox="allow-scripts" class="cal-embed-frame" src="${frame ?? ''}" width="${width}" height="${height}" ` +
    `title="${name ?? ''}" data-secret="${secret}"></iframe>${scriptOf(limited(HIGHEST, room.maxHeight))}`
  )
}

/** The answer of `embed`, members in the order of spec 06 §2.1. `secret`: 10 letters or digits. */
export const richEmbed = (
  { url, title, author, image }: Embeddable,
  provider: Provider,
  room: Room,
  secret: string,
): Readonly<Record<string, string | number>> => {
  const { width, height } = sizeOf(room)
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
    html: html({ url, title: name, secret }, room),
    ...(image === null
      ? {}
      : { thumbnail_url: image.url, thumbnail_width: image.width, thumbnail_height: image.height }),
  }
}
