import type { AuthenticationProof } from '#domain/authentication.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'
import { attemptOf, chargeOf, followUpOf, timeLimit } from '#provider/contract/test-charges.ts'
import type { AskedAttempt, Call, Charge, Exchange, FollowUp, ProviderAnswer } from '#providers/port/provider.ts'
import { createStripe } from '#providers/stripe/index.ts'
import { CREDENTIALS, stripeAccount } from './account.ts'
import { openStripeSandbox } from './index.ts'

/** Differences from a purchase of 10.00 EUR. The reference steers the sandbox. */
export type Terms = Partial<Pick<Charge, 'reference' | 'money' | 'transactionType' | 'customer' | 'instrument'>> & {
  readonly proof?: AuthenticationProof
}

export type Connection = Awaited<ReturnType<typeof openConnection>>

/** Our connector on a sandbox, with a memory for what it wants remembered: what a flow and its database do for it. */
export async function openConnection(account = stripeAccount(), credentials = CREDENTIALS) {
  const sandbox = await openStripeSandbox()
  const stripe = createStripe({ realm: 'uat', origin: sandbox.origin })
  const references = new Map<string, string>()
  const exchanges: Exchange[] = []

  const callFor = ({ attemptId }: { readonly attemptId: string }, signal = timeLimit()): Call => ({
    account,
    credentials,
    signal,
    rememberReference: async (reference) => void references.set(attemptId, reference),
    noteExchange: (exchange) => void exchanges.push(exchange),
  })
  const asked = (charge: Charge | FollowUp): AskedAttempt => ({
    ...attemptOf(charge),
    providerReference: references.get(charge.attemptId) ?? null,
  })
  const newCharge = ({ proof, ...terms }: Terms = {}): Charge => ({ ...chargeOf(account, {}, proof), ...terms })
  const authorize = (charge: Charge, signal = timeLimit()) => stripe.authorize(callFor(charge, signal), charge)
  return {
    sandbox,
    stripe,
    account,
    references,
    exchanges,
    callFor,
    newCharge,
    authorize,
    async pay(terms?: Terms): Promise<{ readonly charge: Charge; readonly answer: ProviderAnswer }> {
      const charge = newCharge(terms)
      return { charge, answer: await authorize(charge) }
    },
    /** A follow-up of a charge, of all of it unless an amount is named. */
    after(
      charge: Charge,
      operation: FollowUpType,
      terms: Partial<FollowUp> & { readonly amount?: bigint } = {},
    ): FollowUp {
      const { amount = charge.money.amount, ...others } = terms
      const whole = followUpOf(charge, references.get(charge.attemptId) ?? null)
      return { ...whole, operation, money: { ...charge.money, amount }, ...others }
    },
    followUp: (wanted: FollowUp, signal = timeLimit()) => stripe.followUp(callFor(wanted, signal), wanted),
    inquire: (charge: Charge | FollowUp) => stripe.inquire(callFor(charge), asked(charge)),
    reverse: (charge: Charge | FollowUp) => stripe.reverse(callFor(charge), asked(charge)),
    net: ({ attemptId }: { readonly attemptId: string }) => sandbox.book.netOf(attemptId),
    close: () => sandbox.close(),
  }
}
