import { createCashfree } from '#providers/cashfree/index.ts'
import { describeOnItsOwnHost } from './describe-on-its-own-host.ts'

const SHOPPER = {
  id: null,
  firstName: 'Asha',
  lastName: 'Rao',
  address: null,
  city: null,
  country: 'IN',
  postalCode: null,
  email: null,
  phone: '9999999999',
}

describeOnItsOwnHost('cashfree', {
  provider: createCashfree({ realm: 'uat' }),
  instrument: { kind: 'redirect', method: 'UPI', payer: null },
  terms: { transactionType: 'PAYMENT', money: { amount: 100n, currency: 'INR' }, customer: SHOPPER },
})
