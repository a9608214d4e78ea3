import { expect } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { done } from '../../api/manage/follow-ups.ts'
import { pay as payByBank } from '../../api/payments/payer.ts'
import { push } from '../../api/payouts/payout-requests.ts'
import { comeBack, ended, openRedirect, press, WALLETA } from '../../api/redirects/shopper.ts'
import { newCustomer, saveCard, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { browserOf, createSession } from '../../api/sessions/browser.ts'
import { complete, toChallenge } from '../../api/three-ds/shopper.ts'
import { pay as payByToken, withProof } from '../../api/wallet-tokens/wallet.ts'

/** A record as the API returned it. */
export type Told = { readonly id: string; readonly status: string }

/** Repeated request of a shop, with the records of its final answers. */
type Journey = (app: RunningGateway, turn: number) => Promise<readonly Told[]>

async function card({ merchant }: RunningGateway, turn: number) {
  const body = merchant.order({ metadata: { ...NOT_ENROLLED, turn, nested: { list: [1.5, 'a "quote"'] } } })
  const options = { body, headers: { 'idempotency-key': `"turn-${turn}"` } }
  const first = await merchant.call('POST', '/api/transactions/authorize', options)
  const again = await merchant.call('POST', '/api/transactions/authorize', options)
  expect(again.text).toBe(first.text)
  return [first.body.result]
}

async function challenged({ merchant }: RunningGateway) {
  return [(await complete(merchant, await toChallenge(merchant))).body.result]
}

async function wallet({ merchant }: RunningGateway) {
  const { id, url } = await openRedirect(merchant, WALLETA)
  await comeBack(await press(url, 'APPROVED'))
  return [await ended(merchant, id)]
}

async function walletToken({ merchant }: RunningGateway) {
  return [(await payByToken(merchant, await withProof(merchant))).body.result]
}

async function stored({ merchant }: RunningGateway) {
  const id = await newCustomer(merchant, { first_name: 'Ana', email: 'ana@example.com' })
  const renamed = await merchant.call('PATCH', `/api/customers/${id}`, { body: { last_name: 'Ionescu' } })
  expect(renamed.body).toMatchObject({ first_name: 'Ana', last_name: 'Ionescu', email: 'ana@example.com' })
  const token = await saveCard(merchant, { customer: { id } })
  return [(await merchant.authorize(savedCard(token))).body.result]
}

async function followedUp({ merchant }: RunningGateway) {
  const { result } = (await merchant.authorize({ transaction_type: 'AUTHORIZE' })).body
  const capture = await done(merchant, result, 'CAPTURE', { amount: 1000, options: { final_capture: true } })
  return [capture, await done(merchant, result, 'REFUND', { amount: 300 })]
}

async function session({ merchant, baseUrl }: RunningGateway) {
  const { body } = await createSession(merchant)
  const paid = await browserOf(baseUrl, merchant, body.id).pay()
  expect(paid.body).toMatchObject({ status: 'APPROVED' })
  const { transactions } = (await merchant.call('GET', `/api/sessions/${body.id}`)).body
  return [await ended(merchant, transactions[0])]
}

async function bank({ merchant }: RunningGateway) {
  const paid = await payByBank(merchant, { metadata: { response_code: 'TRX_STATUS_APPROVED' } })
  return [paid.body.result, (await push(merchant)).body.result]
}

async function administered({ newMerchant, gateway, database }: RunningGateway, turn: number) {
  const merchant = await newMerchant()
  const allowedOrigins = [`https://shop-${turn}.example`, 'https://a,b.example']
  const terminal = await changeTerminal(gateway, 'test', merchant.terminalId, { allowedOrigins })
  expect(terminal.allowedOrigins).toEqual(allowedOrigins)
  const [account] = await database.sql<[{ id: string }]>`
    select provider_account_id as id from provider_accounts
    where merchant_id = ${merchant.merchantId} and provider = 'payout-simulator'`
  const settings = { fee_fixed: turn }
  expect(await changeProviderAccount(gateway, 'test', account.id, { settings })).toMatchObject({ settings })
  return []
}

export const JOURNEYS: readonly Journey[] = [
  card,
  challenged,
  wallet,
  walletToken,
  stored,
  followedUp,
  session,
  bank,
  administered,
]
