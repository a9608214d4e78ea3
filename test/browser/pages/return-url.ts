import type { Page } from '@playwright/test'

/** Session fields that return the shopper to the shop. */
export const returnTo = (origin: string) => ({ return_url: `${origin}/back?order=7` })

export const waitForReturn = (page: Page, origin: string) => page.waitForURL(`${origin}/back?order=7`)
