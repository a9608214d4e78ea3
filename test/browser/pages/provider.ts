import type { Locator, Page } from '@playwright/test'

/** A button of a simulated wallet's or voucher provider's page, by its `data-outcome`. */
export type Choice = 'APPROVED' | 'DECLINED' | 'CANCELED' | 'PENDING'

/** The page a wallet or a voucher provider shows. */
export class Provider {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get heading(): Locator {
    return this.#page.getByRole('heading', { level: 1 })
  }

  button(choice: Choice): Locator {
    return this.#page.locator(`[data-outcome="${choice}"]`)
  }

  choose(choice: Choice): Promise<void> {
    return this.button(choice).click()
  }
}
