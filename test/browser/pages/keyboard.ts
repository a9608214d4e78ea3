import type { Page } from '@playwright/test'

/**
 * Presses Escape where that takes the focused frame away: then the browser has nobody left who could tell that the key
 * came up again, so the press is not waited for.
 */
export function pressEscape(page: Page): void {
  page.keyboard.press('Escape').catch(() => undefined)
}

/** Presses Tab until the element has the focus, as often as a patient person would. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.locator(`${selector}:focus`).count()) return
  }
  throw new Error(`Tab does not lead to ${selector}.`)
}
