import type { Locator, Page } from '@playwright/test'

const NUMBER = '4111111111111111'
const EXPIRY = `12 / ${String(new Date().getUTCFullYear() + 3).slice(-2)}`

/** The page a shopper pays on who was sent away from the shop. */
export class HostedPage {
  readonly #page: Page
  readonly #baseUrl: string

  constructor(page: Page, baseUrl: string) {
    this.#page = page
    this.#baseUrl = baseUrl
  }

  open(sessionId: string, locale = 'en-US') {
    return this.#page.goto(`${this.#baseUrl}/hosted-payment-page/${sessionId}?locale=${locale}`)
  }

  method(type: string): Locator {
    return this.#page.locator(`[data-method="${type}"]`)
  }

  get methods(): Locator {
    return this.#page.locator('[data-method]')
  }

  get payButton(): Locator {
    return this.#page.locator('[data-action="pay"]')
  }

  get cancelButton(): Locator {
    return this.#page.locator('[data-action="cancel"]')
  }

  get problems(): Locator {
    return this.#page.getByRole('alert')
  }

  get outcome(): Locator {
    return this.#page.locator('section[data-status]')
  }

  get news(): Locator {
    return this.#page.locator('.notice[data-status]')
  }

  async fillCard(number = NUMBER): Promise<void> {
    await this.#page.locator('[autocomplete="cc-number"]').fill(number)
    await this.#page.locator('[autocomplete="cc-exp"]').fill(EXPIRY)
    await this.#page.locator('#cvc').fill('123')
  }

  async payByCard(): Promise<void> {
    await this.fillCard()
    await this.payButton.click()
  }
}
