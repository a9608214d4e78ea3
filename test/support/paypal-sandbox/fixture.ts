import { chargeOf } from '#provider/contract/test-charges.ts'
import { createPayPal } from '#providers/paypal/index.ts'
import type { Charge } from '#providers/port/provider.ts'
import { openScene } from '../provider-sandbox/fixture.ts'
import { accountOn } from '../simulated-provider.ts'
import { openPayPalSandbox } from './index.ts'

const account = accountOn('paypal')

/** A gateway that takes wallet payments in the sandbox. */
export async function openPayPalScene() {
  const sandbox = await openPayPalSandbox()
  const provider = createPayPal({ realm: 'uat', origin: sandbox.origin })
  const scene = openScene(provider, account, sandbox.credentials)

  /** An order that its payer has agreed to. @param reference steers the sandbox */
  async function approved(reference: string, more: Partial<Charge> = {}): Promise<Charge> {
    const charge = walletCharge(reference, more)
    await scene.authorize(charge)
    sandbox.approve(charge.attemptId)
    return charge
  }

  /** A payment that was taken. */
  async function paid(more: Partial<Charge> = {}): Promise<Charge> {
    const charge = await approved('paid', more)
    await scene.inquire(charge)
    return charge
  }

  return { ...scene, sandbox, provider, approved, paid }
}

/** @param reference steers the sandbox */
export function walletCharge(reference: string, more: Partial<Charge> = {}): Charge {
  const instrument = { kind: 'redirect', method: 'WALLETS', payer: null } as const
  return { ...chargeOf(account, {}), instrument, transactionType: 'PAYMENT', reference, ...more }
}
