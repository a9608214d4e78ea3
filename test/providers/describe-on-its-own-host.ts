import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '#domain/credentials.ts'
import type { Instrument } from '#domain/instrument.ts'
import { Secret } from '#domain/secret.ts'
import { attemptOf, chargeOf, followUpOf } from '#provider/contract/test-charges.ts'
import type { Call, Charge, Provider } from '#providers/port/provider.ts'
import { accountOn } from '../support/simulated-provider.ts'

/** Connector to test at the provider's own test environment. */
interface Wanted {
  readonly provider: Provider
  /** A test card of the provider, or a method with a page that is not paid. */
  readonly instrument?: Instrument
  readonly terms?: Partial<Pick<Charge, 'money' | 'customer' | 'transactionType'>>
}

interface Given {
  readonly credentials: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, unknown>>
}

const FILE = 'PROVIDER_FILE'
const PATIENCE = { timeout: 60_000 }

/**
 * Tests a connector at the provider's own test environment, with the account in the file that `PROVIDER_FILE` names: `{
 * "credentials": {…}, "settings": {…} }`. Does not test what needs a sandbox, such as lost answers.
 */
export function describeOnItsOwnHost(name: string, { provider, instrument, terms }: Wanted): void {
  const path = process.env[FILE]
  if (!path) {
    test.skip(`${name} is not tried: ${FILE} names no file with credentials for its test environment.`)
    return
  }
  describe(`${name}, in its own test environment`, () => {
    const references = new Map<string, string>()
    let account: ReturnType<typeof accountOn>
    let credentials: Credentials

    beforeAll(() => {
      const given: Given = JSON.parse(readFileSync(path, 'utf8'))
      account = accountOn(name, given.settings)
      const entries = Object.entries(given.credentials)
      credentials = Object.fromEntries(
        entries.map(([key, value]) => [key, { current: new Secret(value), previous: null }]),
      )
    })

    const callAbout = (attemptId: string): Call => ({
      account,
      credentials,
      signal: AbortSignal.timeout(30_000),
      rememberReference: async (reference) => void references.set(attemptId, reference),
      noteExchange: ({ request, httpStatus, requestId }) => console.info(`${request} ${httpStatus} ${requestId ?? ''}`),
    })
    const newCharge = (): Charge => {
      const charge = chargeOf(account, {})
      return { ...charge, instrument: instrument ?? charge.instrument, ...terms }
    }
    const referenceOf = ({ attemptId }: { readonly attemptId: string }) => references.get(attemptId) ?? null
    const inquire = (charge: Charge) =>
      provider.inquire(callAbout(charge.attemptId), { ...attemptOf(charge), providerReference: referenceOf(charge) })

    test('takes the credentials', PATIENCE, async () => {
      expect(await provider.probe(callAbout('probe'))).toEqual([])
    })

    test('charges once, answers the same again, and is found by inquiry', PATIENCE, async () => {
      const charge = newCharge()
      const authorize = () => provider.authorize(callAbout(charge.attemptId), charge)
      const answer = await authorize()
      expect(['outcome', 'shopper-step']).toContain(answer.kind)
      expect(await authorize()).toEqual(answer)
      expect((await inquire(charge)).kind).not.toBe('not-found')
    })

    test('takes a charge back, as often as it is told to', PATIENCE, async () => {
      const charge = newCharge()
      await provider.authorize(callAbout(charge.attemptId), charge)
      const attempt = { ...attemptOf(charge), providerReference: referenceOf(charge) }
      await provider.reverse(callAbout(charge.attemptId), attempt)
      await provider.reverse(callAbout(charge.attemptId), attempt)
      expect(await inquire(charge)).not.toMatchObject({ outcome: { code: '0000' } })
    })

    test.skipIf(instrument?.kind === 'redirect')('refunds a part once', PATIENCE, async () => {
      const charge = newCharge()
      await provider.authorize(callAbout(charge.attemptId), charge)
      const half = { ...charge.money, amount: charge.money.amount / 2n }
      const refund = { ...followUpOf(charge, referenceOf(charge)), money: half }
      const followUp = () => provider.followUp(callAbout(refund.attemptId), refund)
      const answer = await followUp()
      expect(answer).toMatchObject({ kind: 'outcome', outcome: { code: expect.stringMatching(/^(0000|1002)$/) } })
      expect(await followUp()).toEqual(answer)
    })
  })
}
