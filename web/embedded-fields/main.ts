import { Core } from './core.ts'
import { defineFieldsElement } from './fields-element.ts'
import { watchIsolation } from './isolation.ts'
import { readOptions } from './options.ts'
import { PaymentError } from './payment-error.ts'
import { registerWallet } from './wallet-redirect.ts'

/** Opens a session in this page. @throws PaymentError with the `code` of the reason why it cannot */
async function PaymentComponent(given: unknown): Promise<Core> {
  const options = readOptions(given)
  if (!window.isSecureContext) {
    throw new PaymentError('insecure_page', 'Card fields work on https pages only (and on localhost, for tests).')
  }
  if (window.origin === 'null') {
    throw new PaymentError('origin_not_allowed', 'This page has no origin: its sandbox lacks allow-same-origin.')
  }
  return Core.open(options)
}

function register(): void {
  window.PaymentComponent = PaymentComponent
  defineFieldsElement()
  watchIsolation()
  registerWallet('walleta-pay-redirect')
  registerWallet('walletb-pay-redirect')
}

// On a server, where pages are rendered before a browser has them, there is nothing to do.
if (typeof window !== 'undefined') register()
