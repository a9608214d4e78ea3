import type { Credentials } from '#domain/credentials.ts'
import { Secret } from '#domain/secret.ts'
import { attemptOf, callOn, chargeOf, followUpOf } from '#provider/contract/test-charges.ts'
import type { AskedAttempt, Call, Charge, Exchange, FollowUp, NoticeEntry, Provider } from '#providers/port/provider.ts'
import { accountOn } from '../simulated-provider.ts'
import {
  API_KEY,
  HMAC_KEY,
  MERCHANT_ACCOUNT,
  type openAdyenSandbox,
  TRANSFERS_API_KEY,
  TRANSFERS_HMAC_KEY,
} from './index.ts'

const only = (value: string) => ({ current: new Secret(value), previous: null })

export const CREDENTIALS: Credentials = {
  api_key: only(API_KEY),
  hmac_key: only(HMAC_KEY),
  transfers_api_key: only(TRANSFERS_API_KEY),
  transfers_hmac_key: only(TRANSFERS_HMAC_KEY),
}

/** An account that takes payments, and one that pays out too. */
export const newAccount = (settings = {}) => accountOn('adyen', { merchant_account: MERCHANT_ACCOUNT, ...settings })
export const BALANCE_ACCOUNT = 'BA00000000000000000000001'

/** Opens a merchant as the gateway has it: stores references, notices and exchanges, and uses them in calls. */
export function openMerchant(provider: Provider, sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>) {
  const account = newAccount({ balance_account: BALANCE_ACCOUNT })
  const references = new Map<string, string>()
  const exchanges: Exchange[] = []
  const callFor = ({ attemptId }: { readonly attemptId: string }, signal: AbortSignal): Call => ({
    ...callOn(account, CREDENTIALS, signal),
    rememberReference: async (reference) => void references.set(attemptId, reference),
    noteExchange: (exchange) => void exchanges.push(exchange),
  })
  const asked = async (about: Charge | FollowUp): Promise<AskedAttempt> => {
    const notices = await sandbox.noticesOf(about.attemptId)
    const entries = notices.flatMap((notice) => provider.readNotice(CREDENTIALS, notice) as NoticeEntry[])
    const providerReference = references.get(about.attemptId) ?? null
    return { ...attemptOf(about), providerReference, notices: entries.map(({ fields }) => fields) }
  }
  return {
    account,
    exchanges,
    references,
    charge: (terms: Partial<Charge> = {}): Charge => ({ ...chargeOf(account, {}), ...terms }),
    followUp: (charge: Charge, terms: Partial<FollowUp> = {}): FollowUp => ({
      ...followUpOf(charge, references.get(charge.attemptId) ?? null),
      ...terms,
    }),
    authorize: (charge: Charge, signal = patience()) => provider.authorize(callFor(charge, signal), charge),
    act: (followUp: FollowUp, signal = patience()) => provider.followUp(callFor(followUp, signal), followUp),
    inquire: async (about: Charge | FollowUp) => provider.inquire(callFor(about, patience()), await asked(about)),
    reverse: async (about: Charge | FollowUp) => provider.reverse(callFor(about, patience()), await asked(about)),
  }
}

const patience = () => AbortSignal.timeout(10_000)
