import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '#provider/contract/sandbox.ts'
import { toolsFor } from '#providers/port/provider-module.ts'
import { eventually } from '#test/eventually.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { EXAMPLE, type ModuleFolder, openModuleFolder } from '#test/provider-module.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import openSandbox from '../../../examples/provider/sandbox.ts'
import { done } from '../manage/follow-ups.ts'

// Payments through the example of a provider module (docs/contribute/add-a-provider.md).

const NUMBER = '4111111111111111'
const CREDENTIALS = { secret_key: 'sk_test_0123456789' }

let folder: ModuleFolder
let sandbox: Sandbox
let app: RunningGateway

beforeAll(async () => {
  sandbox = await openSandbox(toolsFor({ realm: 'uat' }))
  folder = await openModuleFolder()
  const broken = await folder.writeExample('broken.mjs', '{ name: "broken", authorize() { null.card } }')
  app = await startOwnGateway({
    PROVIDER_MODULES: `${EXAMPLE}, ${broken}`,
    PROVIDER_SANDBOXES: `acme=${sandbox.origin}, broken=${sandbox.origin}`,
    PROVIDER_TIMEOUT_SECONDS: '4',
  })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  await folder.remove()
})

const pay = (merchant: TestMerchant, reference = newReference()) =>
  merchant.authorize({ reference, metadata: NOT_ENROLLED }, { number: NUMBER })

async function attemptOf(transactionId: string): Promise<string> {
  const [row] = await app.database.sql<{ attempt_id: string }[]>`
    select attempt_id from attempts where transaction_id = ${transactionId}`
  return row!.attempt_id
}

it('a module charges and refunds, and its notice triggers an inquiry', async () => {
  const { merchant, accounts } = await newProviderMerchant(app, { provider: 'acme', credentials: CREDENTIALS })
  const { result } = (await pay(merchant)).body
  expect(result).toMatchObject({
    status: 'APPROVED',
    processing_result: { payment_provider_id: 'acme', payment_provider_account_id: accounts[0] },
  })
  const attempt = await attemptOf(result.id)
  expect(await sandbox.netCharges(attempt)).toBe(1)
  await done(merchant, result, 'REFUND', { amount: 100 })

  const [notice] = await sandbox.noticesOf!(attempt)
  const address = `${app.baseUrl}/provider-notices/acme/${accounts[0]}`
  const deliver = (signature: string) =>
    fetch(address, { method: 'POST', headers: { 'x-signature': signature }, body: notice!.body })
  expect((await deliver(notice!.header('x-signature')!)).status).toBe(204)
  expect((await deliver('00')).status).toBe(401)
})

it('a charge whose answer is lost is found by inquiry', async () => {
  const { merchant } = await newProviderMerchant(app, { provider: 'acme', credentials: CREDENTIALS })
  const { result } = (await pay(merchant, 'silence-after')).body
  expect(result.status).toBe('PENDING')
  await eventually(
    'the charge is found',
    60,
    async () => (await merchant.status(result.id)).transaction.status === 'APPROVED',
  )
  expect(await sandbox.netCharges(await attemptOf(result.id))).toBe(1)
})

it('a module that throws a TypeError leaves the payment pending, and the charge is not repeated elsewhere', async () => {
  const accounts = ['broken', 'acme'].map((provider) => ({ provider, credentials: CREDENTIALS }))
  const { merchant } = await newProviderMerchant(app, ...accounts)
  const { result } = (await pay(merchant)).body
  expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  expect(await sandbox.netCharges(await attemptOf(result.id))).toBe(0)
})
