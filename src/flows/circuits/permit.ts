import type { ProviderAccount } from '#domain/merchant.ts'

/**
 * Leave to ask an account now. The one request that an open circuit lets through holds its probe, and gives it back at
 * the end of `await using permit = …` unless it was used.
 */
export class Permit {
  readonly account: ProviderAccount
  #returnProbe: (() => Promise<void>) | null

  constructor(account: ProviderAccount, returnProbe: (() => Promise<void>) | null) {
    this.account = account
    this.#returnProbe = returnProbe
  }

  /** The attempt is recorded, so the account is asked from here on, if not by this process then by the worker. */
  use(): void {
    this.#returnProbe = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#returnProbe?.()
  }
}
