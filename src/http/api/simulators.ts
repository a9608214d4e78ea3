import { Type } from 'typebox'
import { isCardNumber } from '#domain/card-rules.ts'
import { type Problem, problem } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { issueWalletToken } from '#flows/simulators/issue-wallet-token.ts'
import { listSimulatorAuthentications } from '#flows/simulators/list-authentications.ts'
import { listSimulatorCharges } from '#flows/simulators/list-charges.ts'
import {
  SimulatorAuthentications,
  SimulatorCharges,
  SimulatorChargesQuery,
  WalletTokenAnswer,
  WalletTokenBody,
} from '#interface/simulator.ts'
import { maySeeCustomers } from '../request/client-limits.ts'
import { answer, get, post, type ValidParts } from '../route.ts'

const SIMULATORS = { guard: 'merchant', tag: 'Simulators', uatOnly: true } as const

/** Charges in the ledgers of the simulators, of the calling merchant only. */
export const simulatorChargesRoute = get('/api/simulators/charges', {
  ...SIMULATORS,
  permission: 'payments.read',
  operation: 'listSimulatedCharges',
  summary: "List the simulators' charges",
  description: 'What the simulated providers have in their own ledgers, newest first, at most 1000.',
  query: SimulatorChargesQuery,
  shows: SimulatorCharges,
  handle: async (gateway, { caller, query }) => {
    const filter = { transactionId: query.transaction_id || undefined, reference: query.reference || undefined }
    return { items: await listSimulatorCharges(gateway, caller.merchantId, filter) }
  },
})

export const simulatorAuthenticationsRoute = get('/api/simulators/authentications/:transaction_id', {
  ...SIMULATORS,
  permission: 'payments.read',
  operation: 'listSimulatedAuthentications',
  summary: 'List the authentication requests of a transaction',
  description:
    'As the simulated issuer got them, oldest first, in the field names of EMV 3-D Secure, without card data.',
  params: Type.Object({ transaction_id: Type.String({ description: 'Transaction ID.' }) }),
  answers: { 200: SimulatorAuthentications },
  async handle(gateway, { caller, params }) {
    const items = await listSimulatorAuthentications(gateway, caller.merchantId, params.transaction_id)
    return answer({ items: maySeeCustomers(caller) ? items : items.map(withoutCustomer) })
  },
})

const ABOUT_CUSTOMERS = /^(email|homePhone|mobilePhone|workPhone|billAddr|shipAddr|browserIP)/

function withoutCustomer(message: object): object {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !ABOUT_CUSTOMERS.test(name)))
}

const TEST_NUMBER = '4111111111111111'
const YEARS_AHEAD = 3

/** Accepts cards that a real wallet rejects, such as expired ones. */
export const issueWalletTokenRoute = post('/api/simulators/walleta-tokens', {
  ...SIMULATORS,
  permission: 'payments.create',
  operation: 'issueSimulatedWalletToken',
  summary: 'Create a token of the simulated wallet',
  description:
    'Signed by the simulated wallet and encrypted for this gateway, for you alone. It is good for ten minutes.',
  body: WalletTokenBody,
  rules: cardRules,
  answers: { 201: WalletTokenAnswer },
  async handle(gateway, { caller, body }) {
    const token = await issueWalletToken(gateway, caller.merchantId, {
      number: new Secret(body.card_number ?? TEST_NUMBER),
      expirationMonth: Number(body.expiration_month ?? 12),
      expirationYear: Number(body.expiration_year ?? gateway.clock.now().getUTCFullYear() + YEARS_AHEAD),
      authMethod: body.auth_method,
      recipient: body.recipient,
    })
    return answer({ walleta_pay_token: token }, 201)
  },
})

type Body = ValidParts<WalletTokenBody>

const RULES: readonly { field: keyof Body; holds: (text: string) => boolean; message: string }[] = [
  {
    field: 'card_number',
    holds: isCardNumber,
    message: 'Send a card number with a valid length for its brand and a valid Luhn check.',
  },
  {
    field: 'expiration_month',
    holds: (text) => /^(0?[1-9]|1[0-2])$/.test(text),
    message: 'Send a month from 1 to 12.',
  },
  { field: 'expiration_year', holds: (text) => /^\d{4}$/.test(text), message: 'Send a year of four digits.' },
]

function cardRules(body: Body): readonly Problem[] {
  const broken = RULES.filter(({ field, holds }) => body[field] !== undefined && !holds(String(body[field])))
  return broken.map(({ field, message }) => problem(field, message))
}
