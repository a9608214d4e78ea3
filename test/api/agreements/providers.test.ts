import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openStripeSandbox, SECRET_KEY, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { follow, type Shown } from '../manage/follow-ups.ts'
import { agree, agreementOf, charge } from './agreements.ts'

// Agreements with a provider that sends no ID of the scheme (docs/reference/agreements.md#charges): Stripe's sandbox.

let sandbox: Awaited<ReturnType<typeof openStripeSandbox>>
let app: RunningGateway
beforeAll(async () => {
  sandbox = await openStripeSandbox()
  app = await startOwnGateway({ PROVIDER_SANDBOXES: `stripe=${sandbox.origin}` })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

let merchant: TestMerchant
let stripe: string
let other: string
beforeEach(async () => {
  const credentials = { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }
  const settings = { network_transaction_ids: true }
  const made = await newProviderMerchant(
    app,
    { provider: 'stripe', credentials, settings },
    { provider: 'card-simulator', credentials: {} },
  )
  merchant = made.merchant
  ;[stripe, other] = made.accounts as [string, string]
})

const accountOf = ({ processing_result }: Shown) => processing_result.payment_provider_account_id

it('its charges go to the account of the first payment only, and are not tried elsewhere', async () => {
  const made = await agree(merchant, {}, { metadata: NOT_ENROLLED })
  expect(accountOf(made)).toBe(stripe)
  expect(await agreementOf(merchant, made.agreement_id)).toMatchObject({
    status: 'ACTIVE',
    network_transaction_id: null,
  })
  await changeTerminal(app.gateway, 'test', merchant.terminalId, { providerAccounts: [other, stripe] })
  const charged = await charge(merchant, made.agreement_id)
  expect([charged.status, accountOf(charged)]).toEqual(['APPROVED', stripe])
  const declined = await charge(merchant, made.agreement_id, { reference: `${newReference()} decline=generic_decline` })
  expect(declined).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
  expect(declined.data).toBeNull()
})

it('without the setting it is a 2015 there; what was charged can be refunded', async () => {
  const { agreement_id } = await agree(merchant, {}, { metadata: NOT_ENROLLED })
  const charged = await charge(merchant, agreement_id)
  await changeProviderAccount(app.gateway, 'test', stripe, { settings: {} })
  expect(await charge(merchant, agreement_id)).toMatchObject({ status: 'INVALID', processing_code: '2015' })
  expect(await follow(merchant, charged, 'REFUND', { amount: 100 })).toMatchObject({ status: 'APPROVED' })
})
