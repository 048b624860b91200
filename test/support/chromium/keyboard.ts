import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What has the keyboard, as somebody hears it: the label of a field, else the text. */
const focused = (page: Page) =>
  page.evaluate<{ name: string; outline: string }>(`(() => {
    const one = document.activeElement
    const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent
    return { name: label.trim().replace(/\\s+/g, ' '), outline: getComputedStyle(one).outlineStyle }
  })()`)

/** Goes on by the Tab key alone until it is there; on every step it can be seen where the keyboard is. */
export const tabTo = async (page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press(key)
    const { name: here, outline } = await focused(page)
    expect(`${here}: ${outline}`).not.toBe(`${here}: none`)
    if (here === name) return
  }
  throw new Error(`the keyboard does not come to ${name}`)
}
