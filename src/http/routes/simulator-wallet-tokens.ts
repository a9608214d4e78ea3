import { isCardNumber } from '#domain/card-rules.ts'
import type { Problem } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { issueWalletToken } from '#flows/simulators/issue-wallet-token.ts'
import { WalletTokenAnswer, WalletTokenBody } from '../contract/simulators.ts'
import { route, type ValidParts } from '../route.ts'

const TEST_NUMBER = '4111111111111111'
const YEARS_AHEAD = 3

/**
 * What the wallet would give the shop. It also takes cards that no real wallet would, such as expired ones, for tests.
 */
export const issueWalletTokenRoute = route({
  method: 'POST',
  path: '/api/simulators/walleta-tokens',
  guard: 'merchant',
  tag: 'Simulators',
  operation: 'issueSimulatedWalletToken',
  summary: 'Create a token of the simulated wallet',
  description:
    'Signed by the simulated wallet and encrypted for this gateway, for you alone. It is good for ten minutes.',
  body: WalletTokenBody,
  rules: cardRules,
  answers: { 201: WalletTokenAnswer },
  uatOnly: true,
  async handle(gateway, { caller, body }) {
    const token = await issueWalletToken(gateway, caller.merchantId, {
      number: new Secret(body.card_number ?? TEST_NUMBER),
      expirationMonth: Number(body.expiration_month ?? 12),
      expirationYear: Number(body.expiration_year ?? gateway.clock.now().getUTCFullYear() + YEARS_AHEAD),
      authMethod: body.auth_method,
    })
    return { status: 201, json: { walleta_pay_token: token } }
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
  return broken.map(({ field, message }) => ({ property: field, message, params: [] }))
}
