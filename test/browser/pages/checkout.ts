import type { Locator, Page } from '@playwright/test'
import { Bank } from './bank.ts'

/** What the demo shop's test panel offers. */
interface Simulation {
  /** `metadata.simulated_flow`. */
  readonly flow?: string
  /** `metadata.response_code`. */
  readonly response?: string
  /** Where the challenge opens: a page of its own, or a frame in the shop. */
  readonly challenge?: 'page' | 'frame'
}

/** The demo shop's till at `/api`. */
export class Checkout {
  readonly page: Page
  readonly payButton: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.payButton = page.locator('[data-action="pay"]')
    this.dialog = page.getByRole('dialog')
  }

  async open(shopUrl: string): Promise<void> {
    await this.page.goto(`${shopUrl}/api`)
  }

  /** Chooses on the test panel and pays with the card that is filled in. */
  async pay({ flow, response, challenge }: Simulation = {}): Promise<void> {
    if (flow) await this.page.getByLabel('3-D Secure').selectOption(flow)
    if (response) await this.page.getByLabel('The bank’s answer').selectOption(response)
    if (challenge) await this.page.locator(`[name="challenge"][value="${challenge}"]`).check()
    await this.payButton.click()
  }

  /** The bank's page, wherever this shopper meets it. */
  bank(challenge: 'page' | 'frame'): Bank {
    return new Bank(challenge === 'page' ? this.page : this.page.frameLocator('iframe[name="challenge"]'))
  }
}
