import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoSideways } from './window.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results', 'first-minutes')

const LOOKS = {
  desktop: { width: 1280, height: 900, colorScheme: 'light' },
  dark: { width: 1280, height: 900, colorScheme: 'dark' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
} as const

/**
 * Keeps how every step of somebody's way looks (`test-results/first-minutes/{person}/{step}-{look}.jpeg`), and wants none of
 * it to stick out at the side. Steps are numbered by themselves.
 */
export const walkOf = (page: Page, person: string): ((step: string) => Promise<void>) => {
  const place = join(folder, person)
  mkdirSync(place, { recursive: true })
  let steps = 0
  return async step => {
    const name = `${String(++steps).padStart(2, '0')}-${step}`
    for (const [look, { colorScheme, ...size }] of Object.entries(LOOKS)) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expectNoSideways(page, `${person}, ${name}, ${look}`)
      await page.screenshot({ path: join(place, `${name}-${look}.jpeg`), quality: 80, fullPage: true })
    }
    const { colorScheme, ...size } = LOOKS.desktop
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
  }
}
