import type { Page } from 'playwright-core'

/** Before scripts and styles of a page come, and only where it says itself that it is written from left to right. */
const TURN = `(() => {
  const turn = () => {
    const root = document.documentElement
    if (root === null) return false
    if (root.lang === 'en' && root.dir === 'ltr') Object.assign(root, { lang: 'ar', dir: 'rtl' })
    return true
  }
  if (turn()) return
  new MutationObserver((_, watch) => turn() && watch.disconnect()).observe(document, { childList: true })
})()`

/** From now on every document comes as it would in a language that is written from right to left. */
export const fromRightToLeft = (page: Page): Promise<unknown> => page.addInitScript(TURN)
