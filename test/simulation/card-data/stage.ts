import { randomBytes } from 'node:crypto'
import { openVault } from '#app/open-vault.ts'
import { Secret } from '#domain/secret.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type AdyenSandbox, openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { eventually } from '#test/eventually.ts'
import { openStripeSandbox, type StripeSandbox } from '#test/stripe-sandbox/index.ts'
import { connectMerchant, type HttpAnswer, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import type { Vault } from '#vault/vault.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import { openRestartableGateway, type RestartableGateway } from '../../support/restartable-gateway.ts'
import { type PlantedBrand, PlantedCards } from './planted-cards.ts'
import { PlantedSecrets } from './secrets.ts'

const CHALLENGE_TTL_SECONDS = 8
export const PROVIDER_TIMEOUT_SECONDS = 2

/** A gateway with verbose logs, and clients that call it with known secrets. */
export interface Stage {
  readonly gateway: RestartableGateway
  readonly masterKey: Secret<Buffer>
  readonly receiver: WebhookReceiver
  readonly merchant: TestMerchant
  readonly operator: Pick<TestMerchant, 'call'>
  readonly sql: Database
  /** The gateway's own vault, to see what is really in what it keeps. */
  readonly vault: Vault
  readonly cards: PlantedCards
  readonly secrets: PlantedSecrets
  /** Sandboxes of real providers. */
  readonly sandboxes: { readonly stripe: StripeSandbox; readonly adyen: AdyenSandbox }
  /** Every answer and page so far. */
  readonly answers: string[]
  close(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const masterKey = new Secret(randomBytes(32))
  const receiver = await openWebhookReceiver()
  const sandboxes = { stripe: await openStripeSandbox(), adyen: await openAdyenSandbox() }
  const gateway = await openRestartableGateway({
    WORKERS: '1',
    LOG_LEVEL: 'trace',
    MASTER_KEY: masterKey.reveal().toString('base64'),
    CHALLENGE_TTL_SECONDS: String(CHALLENGE_TTL_SECONDS),
    PROVIDER_TIMEOUT_SECONDS: String(PROVIDER_TIMEOUT_SECONDS),
    PROVIDER_SANDBOXES: `stripe=${sandboxes.stripe.origin},adyen=${sandboxes.adyen.origin}`,
  })
  const sql = openDatabase((await startLocalDatabase(gateway.dataDir)).superuserUrl, 'test', 2)
  const { merchant, operator } = await callersOf(gateway)
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
  const planted = { cards: new PlantedCards(), secrets: new PlantedSecrets(), answers: [] }
  return {
    ...{ gateway, masterKey, receiver, merchant, operator, sql, sandboxes, ...planted },
    vault: await openVault(sql, { masterKey }),
    async close() {
      await sql.end()
      await gateway.close()
      await receiver.close()
      await Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.close()))
    },
  }
}

async function callersOf({ baseUrl, demo }: RestartableGateway) {
  const { merchant, operator } = await demo()
  const nobody = { merchantId: '', terminalId: '', publicKey: '' }
  return {
    merchant: await connectMerchant(baseUrl, {
      merchantId: merchant.merchant_id,
      terminalId: merchant.terminal_id,
      publicKey: merchant.public_key,
      clientId: merchant.client_id,
      clientSecret: merchant.client_secret,
      clientKey: merchant.client_key,
    }),
    operator: await connectMerchant(baseUrl, {
      ...nobody,
      clientId: operator.client_id,
      clientSecret: operator.client_secret,
    }),
  }
}

/** Remembers an answer for the search. */
export async function heard({ answers }: Stage, call: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await call
  answers.push(answer.text)
  return answer
}

/** Remembers a page for the search. */
export async function seen({ answers }: Stage, page: Promise<Response>): Promise<string> {
  const text = await (await page).text()
  answers.push(text)
  return text
}

/** Pays with the next planted card, without 3-D Secure unless the metadata say otherwise. */
export async function payByCard(stage: Stage, metadata: object, changes: object = {}, brand?: PlantedBrand) {
  const order = { metadata: { ...NOT_ENROLLED, ...metadata }, ...changes }
  return (await heard(stage, stage.merchant.authorize(order, stage.cards.next(brand)))).body
}

/** Waits until nothing is pending, neither payments nor webhooks; the database may be unavailable for a while. */
export function everythingEnds({ sql }: Stage): Promise<true> {
  return eventually('everything to end', 60, async () => {
    const [row] = await sql<[{ left: number }]>`
      select (select count(*) from transactions where status = 'PENDING')::int
        + (select count(*) from deliveries where status = 'PENDING')::int as left`.catch(() => [])
    return row?.left === 0 && true
  })
}
