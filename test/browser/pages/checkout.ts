import type { Locator, Page } from '@playwright/test'
import { Bank } from './bank.ts'

/** Settings of the demo shop's test panel. */
interface Simulation {
  /** `metadata.simulated_flow`. */
  readonly flow?: string
  /** `metadata.response_code`. */
  readonly response?: string
  /** On a page of its own, or in a frame in the shop. */
  readonly challenge?: 'page' | 'frame'
}

/** A way to pay, by the last part of its address; the card's is the checkout itself. */
export type OptionPath =
  | ''
  | `/${'saved-card' | 'walleta-pay' | 'walleta-pay-redirect' | 'walletb-pay-redirect' | 'voucher' | 'bank'}`

/** The demo shop's checkout at `/api`, with a way to pay open. */
export class Checkout {
  readonly page: Page
  readonly payButton: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.payButton = page.locator('[data-action="pay"]')
    this.dialog = page.getByRole('dialog')
  }

  async open(shopUrl: string, option: OptionPath = ''): Promise<void> {
    await this.page.goto(`${shopUrl}/api${option}`)
  }

  /** Pays a first order by a card that is kept for the next. */
  async saveCard(shopUrl: string, simulation: Simulation = { flow: 'VERSIONING_NOT_ENROLLED' }): Promise<void> {
    await this.open(shopUrl)
    await this.page.getByLabel('Save this card').check()
    await this.pay(simulation)
  }

  /** Takes a card from the simulated wallet's sheet and is back at the checkout with it. */
  async useWallet(authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'): Promise<void> {
    await this.page.getByRole('link', { name: 'Open Walleta Pay' }).click()
    await this.page.locator(`[value="${authMethod}"]`).check()
    await this.page.getByRole('button', { name: 'Use this card' }).click()
  }

  /** Chooses on the test panel and pays with what is filled in. */
  async pay({ flow, response, challenge }: Simulation = {}): Promise<void> {
    if (flow) await this.page.getByLabel('3-D Secure').selectOption(flow)
    if (response) await this.page.getByLabel('Bank response').selectOption(response)
    if (challenge) await this.page.locator(`[name="challenge"][value="${challenge}"]`).check()
    await this.payButton.click()
  }

  /** The bank's page, wherever this shopper meets it. */
  bank(challenge: 'page' | 'frame'): Bank {
    return new Bank(challenge === 'page' ? this.page : this.page.frameLocator('iframe[name="challenge"]'))
  }
}
