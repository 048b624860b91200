import type { Page } from 'playwright-core'
import { COLOURS, DEVICES, expectAccessible, expectNoSideways, screenshot } from './window.ts'

// colours that are still on their way to others are nobody's to judge
const DARK = { colorScheme: 'dark', reducedMotion: 'reduce' } as const
const LIGHT = { colorScheme: 'light', reducedMotion: 'no-preference' } as const

/** Nothing sticks out, nothing is out of reach, and a picture for people. */
const see = async (page: Page, name: string): Promise<void> => {
  await expectNoSideways(page, name)
  await expectAccessible(page, name)
  await screenshot(page, name)
}

/** The same in the dark. Only colours are others there (test/unit/api/pages/styles.test.ts): of the rest axe has said all. */
const seeInTheDark = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia(DARK)
  await expectNoSideways(page, name)
  await expectAccessible(page, name, COLOURS)
  await screenshot(page, name)
  await page.emulateMedia(LIGHT)
}

/** As wide as it is, light and dark. */
export const seeInBothLights = async (page: Page, name: string): Promise<void> => {
  await see(page, name)
  await seeInTheDark(page, `${name}-dark`)
}

/** On a phone, and on a desktop in both lights; it stays as wide as there. */
export const lookAt = async (page: Page, name: string): Promise<void> => {
  await page.setViewportSize(DEVICES.phone.viewport)
  await see(page, `${name}-phone`)
  await page.setViewportSize(DEVICES.desktop.viewport)
  await seeInBothLights(page, `${name}-desktop`)
}
