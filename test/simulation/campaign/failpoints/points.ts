/** A place in the gateway where a process can be made to die. */
export interface Point {
  readonly name: string
  /** Which process dies there. */
  readonly role: 'api' | 'worker'
  /** Below `src`. */
  readonly module: string
  /** An exported function, or `factory.method` for a method of what an exported function returns. */
  readonly call: string
  /** Before the call begins, or once it is done and before its result is used. */
  readonly when: 'before' | 'after'
}

const INTENTS = { module: 'store/transactions/intents.ts', call: 'recordIntents' } as const
const FOLLOW_UPS = { module: 'store/transactions/follow-ups.ts', call: 'recordFollowUp' } as const
const EXPIRIES = { module: 'store/transactions/expiries.ts', call: 'recordExpiry' } as const
const ASKS = 'store/transactions/recoveries.ts'
const CHARGING = { module: 'store/simulators/charges.ts', call: 'openSimulatedCharges.record' } as const
const ENDINGS = { module: 'store/transactions/endings.ts', call: 'finishTransactions' } as const
const NEXT_ATTEMPT = { module: 'store/transactions/next-attempts.ts', call: 'startNextAttempt' } as const
const REFERENCES = { module: 'store/transactions/attempts.ts', call: 'rememberReference' } as const
const SESSIONS = 'store/sessions/sessions.ts'
const STEPS = 'store/three-ds/authentication-steps.ts'
const DELIVERIES = 'store/events/deliveries.ts'

/**
 * Every named kill point. A connector's provider issues a reference of its own during the call: around storing it the
 * process dies between two requests. For the others the simulators' ledgers stand for the world outside: before a
 * charge is recorded nothing was sent, after it the provider has charged and we have not heard.
 */
export const POINTS: readonly Point[] = [
  { name: 'before-intent-commit', role: 'api', ...INTENTS, when: 'before' },
  { name: 'after-intent-commit', role: 'api', ...INTENTS, when: 'after' },
  { name: 'after-follow-up-intent', role: 'api', ...FOLLOW_UPS, when: 'after' },
  { name: 'expiry-recorded-not-sent', role: 'worker', ...EXPIRIES, when: 'after' },
  // A void of what expired, or a charge that is asked for again.
  { name: 'rest-voided-not-recorded', role: 'worker', ...CHARGING, when: 'after' },
  { name: 'ask-begun-not-sent', role: 'worker', module: ASKS, call: 'beginAsk', when: 'after' },
  { name: 'ask-answered-next-not-scheduled', role: 'worker', module: ASKS, call: 'scheduleAsk', when: 'before' },
  { name: 'before-send', role: 'api', ...CHARGING, when: 'before' },
  { name: 'sent-without-answer', role: 'api', ...CHARGING, when: 'after' },
  { name: 'answered-without-commit', role: 'api', ...ENDINGS, when: 'before' },
  { name: 'committed-without-reply', role: 'api', ...ENDINGS, when: 'after' },
  { name: 'provider-reference-heard-not-kept', role: 'api', ...REFERENCES, when: 'before' },
  { name: 'provider-reference-kept-not-used', role: 'api', ...REFERENCES, when: 'after' },
  {
    name: 'first-answer-not-kept',
    role: 'api',
    module: 'store/requests/idempotency-keys.ts',
    call: 'keepAnswer',
    when: 'before',
  },
  { name: 'session-kept-not-answered', role: 'api', module: SESSIONS, call: 'insertSession', when: 'after' },
  { name: 'submit-counted-not-recorded', role: 'api', module: SESSIONS, call: 'countSubmit', when: 'after' },
  { name: 'session-left-not-answered', role: 'api', module: SESSIONS, call: 'cancelSession', when: 'after' },
  { name: 'fingerprint-due-not-answered', role: 'api', module: STEPS, call: 'beginAuthentication', when: 'after' },
  { name: 'challenge-stored-not-answered', role: 'api', module: STEPS, call: 'beginChallenge', when: 'after' },
  { name: 'step-claimed-not-executed', role: 'api', module: STEPS, call: 'claimStep', when: 'after' },
  { name: 'verdict-recorded-not-sent', role: 'api', module: STEPS, call: 'recordVerdict', when: 'after' },
  { name: 'declined-without-next-attempt', role: 'api', ...NEXT_ATTEMPT, when: 'before' },
  { name: 'next-attempt-not-sent', role: 'api', ...NEXT_ATTEMPT, when: 'after' },
  { name: 'event-unclaimed', role: 'worker', module: DELIVERIES, call: 'claimDeliveries', when: 'before' },
  { name: 'event-claimed-not-sent', role: 'worker', module: DELIVERIES, call: 'claimDeliveries', when: 'after' },
  { name: 'webhook-sent-not-marked', role: 'worker', module: DELIVERIES, call: 'markDeliveries', when: 'before' },
  {
    name: 'due-claimed-not-asked',
    role: 'worker',
    module: 'store/transactions/pending-transactions.ts',
    call: 'claimDueTransactions',
    when: 'after',
  },
  { name: 'inquiry-answered-not-committed', role: 'worker', ...ENDINGS, when: 'before' },
  { name: 'inquiry-committed', role: 'worker', ...ENDINGS, when: 'after' },
  {
    name: 'reversal-sent-not-marked',
    role: 'worker',
    module: 'store/transactions/attempts.ts',
    call: 'markReversed',
    when: 'before',
  },
  {
    name: 'data-key-retired-without-next',
    role: 'worker',
    module: 'store/keys/data-keys.ts',
    call: 'retireDataKeys',
    when: 'after',
  },
  {
    name: 'card-moved-not-committed',
    role: 'worker',
    module: 'store/customers/sealed-cards.ts',
    call: 'moveCard',
    when: 'after',
  },
  {
    name: 'some-keys-rewrapped',
    role: 'worker',
    module: 'store/keys/wrapped-values.ts',
    call: 'replaceWrapped',
    when: 'after',
  },
]
