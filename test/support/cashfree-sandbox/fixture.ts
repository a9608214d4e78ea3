import { Secret } from '#domain/secret.ts'
import { chargeOf } from '#provider/contract/test-charges.ts'
import { createCashfree } from '#providers/cashfree/index.ts'
import type { Charge } from '#providers/port/provider.ts'
import { openScene } from '../provider-sandbox/fixture.ts'
import { accountOn } from '../simulated-provider.ts'
import { openCashfreeSandbox } from './index.ts'

export const ACCOUNT_NUMBER = '50100012345678'

const account = accountOn('cashfree')

/** A gateway that takes UPI payments and pays out in the sandbox. */
export async function openCashfreeScene() {
  const sandbox = await openCashfreeSandbox()
  const provider = createCashfree({ realm: 'uat', origin: sandbox.origin })
  const scene = openScene(provider, account, sandbox.credentials)

  /** A link that waits for its payer. @param reference steers the sandbox */
  async function opened(reference = 'plain'): Promise<Charge> {
    const charge = upiCharge(reference)
    await scene.authorize(charge)
    return charge
  }

  /** A payment that was taken. */
  async function paid(): Promise<Charge> {
    const charge = await opened()
    sandbox.pay(charge.attemptId)
    return charge
  }

  return { ...scene, sandbox, provider, opened, paid }
}

/** 1234.56 rupees. @param reference steers the sandbox */
export function upiCharge(reference: string, method: 'UPI' | 'QR_CODE' = 'UPI'): Charge {
  const plain = chargeOf(account, {})
  const customer = { ...plain.customer, phone: '+919876543210' }
  const instrument = { kind: 'redirect', method, payer: null } as const
  const money = { amount: 123_456n, currency: 'INR' }
  return { ...plain, instrument, money, customer, transactionType: 'PAYMENT', reference }
}

/** @param name of the beneficiary, which steers the sandbox */
export function payoutTo(name: string): Charge {
  const nothing = { bankCode: null, bankName: null, bankBranch: null, bankAddress: null, bankCity: null }
  const beneficiary = {
    ...nothing,
    type: 'bank_account',
    accountNumber: new Secret(ACCOUNT_NUMBER),
    accountName: name,
    ifsc: 'HDFC0001234',
    bankState: null,
    mobile: null,
  } as const
  return { ...upiCharge('payout'), transactionType: 'PAYOUT', instrument: { kind: 'bank-account', beneficiary } }
}
