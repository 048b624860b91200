import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSideways, screenshot } from './window.ts'

const looks = {
  desktop: { width: 1280, height: 900, colorScheme: 'light' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
  dark: { width: 1280, height: 900, colorScheme: 'dark' },
} as const

/** In every look: nothing sticks out, nothing is out of reach, and a picture for people. */
export const lookAt = async (page: Page, name: string): Promise<void> => {
  for (const [look, { colorScheme, ...size }] of Object.entries(looks)) {
    await page.setViewportSize(size)
    // colours that are still on their way to others are nobody's to judge
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoSideways(page, `${name}, ${look}`)
    await expectAccessible(page, `${name}, ${look}`)
    await screenshot(page, `${name}-${look}`)
  }
}
