import { type Static, Type } from 'typebox'
import type { ProviderAccount } from '#domain/merchant.ts'
import { Secret } from '#domain/secret.ts'
import { readGiven } from './read.ts'
import { Activity, Instant, InstantOf, Name, NullableTime } from './types.ts'
import { listOf, orNull, type ValueOf, wire } from './wire.ts'

const Settings = Type.Record(Type.String(), Type.Unknown())

// A record would hold its values to nothing whose names have a line break.
const GivenCredentials = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: Type.String({ minLength: 1, maxLength: 8192 }),
  maxProperties: 20,
  description: 'By name, as listed in the guide of the provider. Stored encrypted and never returned.',
})

const Credentials = Type.Record(Type.String(), Type.Object({ fingerprint: Type.String(), updated_at: Instant }), {
  description: 'Names and creation times of the values.',
})

export const ProviderAccountBody = Type.Object({
  provider: Type.String({ minLength: 1, maxLength: 64 }),
  name: Name,
  settings: Type.Optional(Settings),
  credentials: Type.Optional(GivenCredentials),
})

export const ProviderAccountChangeBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  settings: Type.Optional(Settings),
  credentials: Type.Optional(GivenCredentials),
  revoke_previous: Type.Optional(
    Type.Boolean({
      description: 'true: previous values become invalid immediately, including those that this request replaces.',
    }),
  ),
})

const CircuitRecord = wire(
  'Circuit',
  {
    state: Type.Enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    consecutive_failures: Type.Integer(),
    opened_at: NullableTime,
    next_probe_at: NullableTime,
  },
  { description: 'Single account only: an open circuit gets no payments, except one every ten seconds.' },
).named({ consecutive_failures: 'failures', next_probe_at: 'probeAt' })

export type Circuit = ValueOf<typeof CircuitRecord>

interface AccountCheck {
  readonly checkedAt: Date
  readonly problems: readonly string[]
}

export const ProviderAccountCheck = wire('Provider account check', {
  ok: Type.Boolean(),
  checked_at: InstantOf({ description: 'When the check began.' }),
  problems: Type.Array(Type.String(), { description: 'One sentence each with what to do.' }),
}).from<AccountCheck>({ ok: ({ problems }) => problems.length === 0 })

const LastCheck = orNull(ProviderAccountCheck, {
  description: 'Single account only: result of the last check; null before the first.',
})

/** Health of an account, which lists do not show. */
export interface AccountHealth {
  readonly circuit: Circuit
  /** Null before the first check. */
  readonly lastCheck: AccountCheck | null
}

export const ProviderAccountRecord = wire('Provider account', {
  provider_account_id: Type.String(),
  merchant_id: Type.String(),
  provider: Type.String(),
  name: Type.String(),
  status: Activity,
  settings: Settings,
  credentials: Credentials,
  circuit: Type.Optional(CircuitRecord),
  last_check: Type.Optional(LastCheck),
  created_at: Instant,
}).from<ProviderAccount & Partial<AccountHealth>>({
  credentials: credentialsView,
  circuit: ({ circuit }) => circuit && CircuitRecord.of(circuit),
  last_check: ({ lastCheck }) => lastCheck && ProviderAccountCheck.of(lastCheck),
})

/** Provider account for its merchant, without settings and credentials. */
const OwnProviderAccountRecord = wire('Own provider account', {
  provider_account_id: Type.String(),
  provider: Type.String(),
  name: Type.String(),
  status: Activity,
  circuit: CircuitRecord,
  created_at: Instant,
}).from<AccountWithCircuit>({})

export const OwnProviderAccountList = wire('Own provider accounts', {
  items: listOf(OwnProviderAccountRecord),
}).named()

export type AccountWithCircuit = ProviderAccount & Pick<AccountHealth, 'circuit'>

export const ProviderAccountParams = Type.Object({ id: Type.String({ description: 'Provider account id.' }) })

/** Names and times of credentials, never their values. */
function credentialsView({ credentials }: ProviderAccount) {
  const shown = Object.entries(credentials).map(([name, { fingerprint, updatedAt }]) => {
    return [name, { fingerprint, updated_at: new Date(updatedAt).toISOString() }] as const
  })
  return Object.fromEntries(shown)
}

export function providerAccountOf({ settings = {}, credentials = {}, ...body }: Static<typeof ProviderAccountBody>) {
  return { ...body, settings, credentials: secretly(credentials) }
}

export function providerAccountChangeOf(body: Static<typeof ProviderAccountChangeBody>) {
  const { credentials, ...change } = readGiven(ProviderAccountChangeBody, body)
  return { ...change, credentials: credentials && secretly(credentials) }
}

function secretly(given: Readonly<Record<string, string>>): Readonly<Record<string, Secret<string>>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, new Secret(value.trim())]))
}
