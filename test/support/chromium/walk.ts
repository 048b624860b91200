import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoSideways, screenshot } from './window.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results', 'first-minutes')

/** The last is how the way goes on. */
const LOOKS = {
  phone: { width: 390, height: 844, colorScheme: 'light' },
  dark: { width: 1280, height: 900, colorScheme: 'dark' },
  desktop: { width: 1280, height: 900, colorScheme: 'light' },
} as const

/**
 * Wants nothing of any step of somebody's way to stick out at the side, and keeps how it looks for those who ask for pictures
 * (`test-results/first-minutes/{person}/{step}-{look}.jpeg`). Steps are numbered by themselves.
 */
export const walkOf = (page: Page, person: string): ((step: string) => Promise<void>) => {
  const place = join(folder, person)
  let steps = 0
  return async step => {
    const name = `${String(++steps).padStart(2, '0')}-${step}`
    for (const [look, { colorScheme, ...size }] of Object.entries(LOOKS)) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expectNoSideways(page, `${person}, ${name}, ${look}`)
      await screenshot(page, `${name}-${look}`, place)
    }
  }
}
