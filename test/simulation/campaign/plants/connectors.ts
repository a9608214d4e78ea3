import type { ChargeRow, Evidence } from '../evidence.ts'
import type { Plant } from './plant.ts'

/** Bugs in the books of Stripe and Adyen, and in requests to them. */
export const CONNECTOR_PLANTS: readonly Plant[] = [
  ...['stripe', 'adyen'].flatMap((provider): Plant[] => [
    {
      bug: `a purchase is sent to ${provider} twice`,
      breaks: 'nothing is charged twice',
      journals: (evidence) => withCharges(evidence, [...evidence.charges, lineOf(evidence, provider, 'PURCHASE')]),
    },
    {
      bug: `a refund is sent to ${provider} twice`,
      breaks: 'nothing is charged twice',
      journals: (evidence) => withCharges(evidence, [...evidence.charges, lineOf(evidence, provider, 'REFUND')]),
    },
    {
      bug: `${provider} is never asked for a capture that is told as approved`,
      breaks: 'the providers charged what the gateway approved, and nothing else',
      journals: (evidence) => {
        const gone = lineOf(evidence, provider, 'CAPTURE')
        return withCharges(
          evidence,
          evidence.charges.filter((line) => line !== gone),
        )
      },
    },
    {
      bug: `a charge that is over is not reversed at ${provider}`,
      breaks: 'the providers charged what the gateway approved, and nothing else',
      journals: (evidence) => {
        const over = evidence.charges.find((line) => line.accountId === provider && isOver(evidence, line))!
        return withCharges(evidence, [...evidence.charges, { ...over, state: 'CHARGED' }])
      },
    },
  ]),
  {
    bug: 'notices are believed without their signature',
    breaks: 'forged notices are refused',
    journals: (evidence) => ({ ...evidence, connectors: { ...evidence.connectors, forgedAnswers: [204] } }),
  },
  {
    bug: 'a field is sent that the provider does not know',
    breaks: 'connectors keep to the definitions of their providers',
    journals: (evidence) => ({ ...evidence, connectors: { ...evidence.connectors, complaints: ['/amount is wrong'] } }),
  },
]

/** One that stands. */
function lineOf({ charges }: Evidence, provider: string, operation: string): ChargeRow {
  return charges.find(
    (line) => line.accountId === provider && line.operation === operation && line.state === 'CHARGED',
  )!
}

/** Of a transaction that came to nothing. */
function isOver({ transactions }: Evidence, { transactionId, operation }: ChargeRow): boolean {
  const transaction = transactions.find(({ id }) => id === transactionId)
  return transaction !== undefined && transaction.status !== 'APPROVED' && transaction.type === operation
}

function withCharges(evidence: Evidence, charges: readonly ChargeRow[]): Evidence {
  return { ...evidence, charges }
}
