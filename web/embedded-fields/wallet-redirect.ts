interface Creator<C> {
  create(type: 'alternative-payment-method', config: { data: { type: string } }): C
}

/**
 * Registers `window['walleta-pay-redirect'].factory` and its like. A component it makes shows nothing and does not
 * redirect: the page has its own button and goes to `response.redirect.url` itself.
 */
export function registerWallet(type: string): void {
  const factory = <C>(core: Creator<C>) => core.create('alternative-payment-method', { data: { type } })
  Object.assign(window, { [type]: { factory } })
}
