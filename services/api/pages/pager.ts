import { html, type Markup } from '../../../shared/kernel/html/markup.ts'

type Pager = {
  readonly page: number
  readonly pages: number
  readonly hrefOf: (page: number) => string
  /** What the links lead through, for those who hear them. */
  readonly label: string
}

/** Links to the page before and the one after; null: there is one page only. */
export const pager = ({ page, pages, hrefOf, label }: Pager): Markup | null =>
  pages < 2 && page === 1
    ? null
    : html`<nav class="pager" aria-label="${label}">
        ${page > 1 ? html`<a rel="prev" href="${hrefOf(page - 1)}">Previous</a>` : null}
        <span>Page ${page} of ${Math.max(pages, 1)}</span>
        ${page < pages ? html`<a rel="next" href="${hrefOf(page + 1)}">Next</a>` : null}
      </nav>`

/** The page that a query names; 1 for anything that is none. */
export const pageIn = (text: string): number => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1)
