import type { Core, Wallets } from '../../embedded-fields/types.ts'

/**
 * Registers `window['walleta-pay-redirect'].factory` and its like. A component it makes shows nothing and does not
 * redirect: the page has its own button and goes to `response.redirect.url` itself.
 */
export function registerWallet(type: keyof Wallets): void {
  window[type] = { factory: (core: Core) => core.create('alternative-payment-method', { data: { type } }) }
}
