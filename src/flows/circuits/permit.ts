import type { ProviderAccount } from '#domain/merchant.ts'

/** Permit to call an account. An unused probe of an open circuit is returned at the end of `await using permit = …`. */
export class Permit {
  readonly account: ProviderAccount
  #returnProbe: (() => Promise<void>) | null

  constructor(account: ProviderAccount, returnProbe: (() => Promise<void>) | null) {
    this.account = account
    this.#returnProbe = returnProbe
  }

  /** The attempt is recorded, so this process or the worker will call the account. */
  use(): void {
    this.#returnProbe = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#returnProbe?.()
  }
}
