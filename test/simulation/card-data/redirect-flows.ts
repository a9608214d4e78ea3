import { authorize, comeBack, type Outcome, press, voucher, WALLETA } from '../../api/redirects/shopper.ts'
import { heard, type Stage, seen } from './stage.ts'

const WALLETB = { type: 'walletb-pay-redirect', data: {} }

/** Wallets and vouchers on the provider's page, to each end; no card comes near them. */
export async function payByRedirect(stage: Stage): Promise<void> {
  await scenario(stage, WALLETA, 'APPROVED')
  await scenario(stage, WALLETB, 'DECLINED')
  await scenario(stage, voucher('psc'), 'CANCELED')
  await Promise.all([
    heard(stage, authorize(stage.merchant, voucher('npy'), { metadata: { response_code: 'TRX_STATUS_DECLINED' } })),
    heard(stage, authorize(stage.merchant, voucher('npy'), { metadata: LOST })),
  ])
}

const LOST = { response_code: 'TRX_STATUS_APPROVED', simulate_fault: 'garbage_answer' }

async function scenario(stage: Stage, method: object, outcome: Outcome): Promise<void> {
  const { body } = await heard(stage, authorize(stage.merchant, method))
  const { url } = body.redirect
  await seen(stage, fetch(url))
  const back = await press(url, outcome)
  await comeBack(back)
  await seen(stage, fetch(url))
}
