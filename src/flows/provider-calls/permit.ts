import type { ProviderAccount } from '#domain/merchant.ts'

/**
 * Leave to ask an account now. The one request that an open circuit lets through carries its probe: unless `use` says
 * that the account will be asked, the next request gets it (`await using permit = …`).
 */
export class Permit {
  readonly account: ProviderAccount
  #returnProbe: (() => Promise<void>) | null

  constructor(account: ProviderAccount, returnProbe: (() => Promise<void>) | null) {
    this.account = account
    this.#returnProbe = returnProbe
  }

  /** From here on the account is asked, or whoever looks after the recorded attempt asks it. */
  use(): void {
    this.#returnProbe = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#returnProbe?.()
  }
}
