import { expect, type Locator, type Page } from '@playwright/test'

/** The demo shop's result page: the status endpoint's word and the event that arrived. */
export class Result {
  readonly #page: Page
  readonly #facts: Locator

  constructor(page: Page) {
    this.#page = page
    this.#facts = page.locator('[data-order]')
  }

  /** Waits until the outcome and its event are shown. */
  async shows(status: string): Promise<void> {
    await expect(this.#facts).toHaveAttribute('data-status', status)
    await expect(this.#facts).toHaveAttribute('data-event', 'transaction.processed')
    await expect(this.fact('Status')).toHaveText(status)
    await expect(this.fact('Event')).toHaveText('transaction.processed')
  }

  /** A row of the facts, by its name. */
  fact(name: string): Locator {
    return this.#page.locator('.facts > div', { has: this.#page.getByText(name, { exact: true }) }).locator('dd')
  }

  async transactionId(): Promise<string> {
    return (await this.fact('Transaction').textContent()) ?? ''
  }
}
