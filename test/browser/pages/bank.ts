import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** A button of the simulated bank's challenge, by its `data-outcome`. */
export type Outcome = 'Y' | 'N' | 'U' | 'A' | 'R' | 'cancel'

/** A press that has led nowhere by then was lost. */
const PRESS_MS = 4000

/** The simulated bank's challenge, on a page of its own or in a shop's frame. */
export class Bank {
  readonly #place: Page | FrameLocator

  constructor(place: Page | FrameLocator) {
    this.#place = place
  }

  /** Our bank's in any language, another one's in English. */
  get heading(): Locator {
    return this.#place.locator('h1#question, h1:text-is("Are you making this payment?")')
  }

  button(outcome: Outcome): Locator {
    return this.#place.locator(`[data-outcome="${outcome}"]`)
  }

  /**
   * Presses a button, again if the press was lost: on a busy machine a browser may still have an older layout of nested
   * frames when the click arrives. The page of a next challenge differs by the mark that it lacks.
   */
  async choose(outcome: Outcome): Promise<void> {
    const pressed = this.#place.locator(`[data-outcome="${outcome}"][data-is-pressed]`)
    await this.button(outcome).evaluate((button) => button.setAttribute('data-is-pressed', ''))
    await expect(async () => {
      if (await pressed.isVisible()) await pressed.click({ timeout: PRESS_MS })
      await expect(pressed).toBeHidden({ timeout: PRESS_MS })
    }).toPass({ timeout: 30_000 })
  }
}
