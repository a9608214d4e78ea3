import type { FrameLocator, Locator, Page } from '@playwright/test'

/** A button of the simulated bank's challenge, by its `data-outcome`. */
export type Outcome = 'Y' | 'N' | 'U' | 'A' | 'R' | 'cancel'

/** The simulated bank's challenge, on a page of its own or in a shop's frame. */
export class Bank {
  readonly #place: Page | FrameLocator

  constructor(place: Page | FrameLocator) {
    this.#place = place
  }

  get heading(): Locator {
    return this.#place.getByRole('heading', { name: 'Is it you who pays?' })
  }

  button(outcome: Outcome): Locator {
    return this.#place.locator(`[data-outcome="${outcome}"]`)
  }

  choose(outcome: Outcome): Promise<void> {
    return this.button(outcome).click()
  }
}
