import { readFileSync } from 'node:fs'
import { sayAside } from '#client/command/say.ts'
import { RequestError } from '#domain/problem.ts'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showMerchant } from '#flows/admin/merchants.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import type { Gateway } from '#flows/gateway.ts'
import { accessTo } from '#flows/provider-calls/call-provider.ts'
import { noticeUrl, providerReturnUrl } from '#flows/provider-calls/callback-urls.ts'
import { planOf } from '#provider/proof/plan.ts'
import { type Proof, prove } from '#provider/proof/prove.ts'
import { Failure, type Input } from './command.ts'
import { parseObject } from './kinds.ts'
import { thenOrOnSignal } from './on-signal.ts'

const DEFAULT_WAIT_SECONDS = 60

/** Proves an account of the gateway, off the books. @throws Error that says what is missing, before anything is charged */
export async function proveAccount(gateway: Gateway, id: string, input: Input): Promise<Proof> {
  const { realm } = gateway.settings
  const isLive = realm === 'production'
  const account = await showProviderAccount(gateway, id).catch((error: unknown) => {
    throw error instanceof RequestError ? new Failure('There is no provider account of this ID.') : error
  })
  const { merchantId } = account
  const provider = gateway.providers.get(account.provider)
  if (!provider) throw new Failure(`This gateway does not run ${account.provider}; use a provider of its realm.`)
  if (isLive && (input.amount === undefined || input.yes !== true))
    throw new Failure('In production this charges real money: add --amount <amount> and --yes. It is refunded.')
  const file = input.card_file as string | undefined
  const plan = planOf(provider, account, { ...input, ...(file !== undefined && { card: readCard(file) }) })
  if (isLive && plan.method === 'card' && file === undefined)
    throw new Failure('In production a real card is charged: add --card-file.')
  const port = input.notices_port as number | undefined
  const url = input.notices_url ?? (port === undefined ? noticeUrl(gateway, account) : `http://127.0.0.1:${port}`)
  const subject = {
    ...{ provider, account, plan, noticeUrl: String(url), say: sayAside },
    merchantName: (await showMerchant(gateway, merchantId)).name,
    waitMs: Number(input.wait ?? DEFAULT_WAIT_SECONDS) * 1000,
    returnUrlOf: (transactionId: string) => providerReturnUrl(gateway, { merchantId, id: transactionId }),
    access: (other: typeof account) => accessTo(gateway, other),
  }
  const probe = () => probeAccount(gateway, account)
  const proof = await prove(subject, { isLive, noticesPort: port, probe, thenOrOnSignal })
  return { ...{ provider: provider.name, realm }, ...proof }
}

function readCard(path: string): Input {
  const shape = '{"number":"…","expiration_month":12,"expiration_year":2030,"cvv":"…"}'
  try {
    const card = parseObject(readFileSync(path === '-' ? process.stdin.fd : path, 'utf8'))
    if (card) return card as Input
  } catch {
    // Reported below.
  }
  throw new Failure(`${path} must contain a card as JSON: ${shape}.`)
}
