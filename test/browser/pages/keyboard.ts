import { expect, type Locator, type Page } from '@playwright/test'

/** A press that has closed nothing by then was lost. */
const PRESS_MS = 4000

/**
 * Presses Escape until the window is closed, from a button of it: if the focus is in the bank's frame, the key is the
 * bank's. Repeats a lost press: a busy browser may learn of the focus after the key. The press itself is not awaited:
 * if it removes the focused frame, no frame is left to report the key's release.
 */
export async function pressEscape(page: Page, from: Locator, closed: Locator): Promise<void> {
  await expect(closed).toBeVisible()
  await expect(async () => {
    if (!(await closed.isVisible())) return
    await from.focus({ timeout: PRESS_MS })
    page.keyboard.press('Escape').catch(() => undefined)
    await expect(closed).toBeHidden({ timeout: PRESS_MS })
  }).toPass({ timeout: 30_000 })
}

/** Presses Tab until the element has the focus, as often as a patient person would. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.locator(`${selector}:focus`).count()) return
  }
  throw new Error(`Tab does not lead to ${selector}.`)
}
