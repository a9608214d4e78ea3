import type { Page } from '@playwright/test'
import { expect } from '#test/browser-test.ts'

/** A press without an answer by then was lost. */
const PRESS_MS = 10_000

/** Presses the button on an event's page until that was answered: a busy browser loses a press, or leaves before. */
export async function redeliver(page: Page): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse(/\/redeliver$/, { timeout: PRESS_MS })
    const [pressed] = await Promise.allSettled([
      page.locator('[data-action="redeliver"]').click({ timeout: PRESS_MS }),
      answered,
    ])
    if (pressed.status === 'rejected') throw pressed.reason
    await answered
  }).toPass({ timeout: 60_000 })
}
