import { createPayPal } from '#providers/paypal/index.ts'
import { describeOnItsOwnHost } from './describe-on-its-own-host.ts'

describeOnItsOwnHost('paypal', {
  provider: createPayPal({ realm: 'uat' }),
  instrument: { kind: 'redirect', method: 'WALLETS', payer: null },
  terms: { transactionType: 'PAYMENT' },
})
