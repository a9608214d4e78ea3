import { beforeAll, describe, expect, test } from 'vitest'
import type { AuthenticationProof, FinalTransStatus } from '#domain/authentication.ts'
import type { Card } from '#domain/card.ts'
import { newId } from '#domain/ids.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { Secret } from '#domain/secret.ts'
import { type AttemptKey, type Charge, type FollowUp, type Provider, UnknownOutcome } from './provider.ts'

/** A provider on its test environment, with metadata (or whatever else steers it there) for each situation. */
export interface ProviderUnderTest {
  readonly provider: Provider
  readonly account: ProviderAccount
  /** What it is asked to charge; a test card unless told otherwise. */
  readonly instrument?: Instrument
  /** What the shopper does at the provider to pay; absent where it approves without them. */
  payAsShopper?(charge: Charge): Promise<void>
  /** Approved at once, or by the shopper. */
  readonly approving: Charge['metadata']
  /** Charged, but the answer never comes. */
  readonly charging: Charge['metadata']
  /** Not charged, and no answer comes either. */
  readonly losing: Charge['metadata']
  /** Several values the provider cannot read, and the properties it must name. */
  readonly unreadable: { readonly metadata: Charge['metadata']; readonly properties: readonly string[] }
  /** How often this attempt was charged and not taken back, as the provider's own ledgers say. */
  netCharges(attemptId: string): Promise<number>
}

const CARD_NUMBER = '4111111111111111'
const CVV = '737'
const CRYPTOGRAM = 'AAABBEg0VhI0VniQEjRWAAAAAAA='

/** What every provider promises (docs/providers.md#what-a-provider-promises); each runs this in its own test. */
export function describeProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  describe(`${name}, as every provider`, () => {
    let under: ProviderUnderTest
    const authorize = (charge: Charge, signal = timeLimit()) => under.provider.authorize(under.account, charge, signal)
    const followUp = (wanted: FollowUp, signal = timeLimit()) => under.provider.followUp(under.account, wanted, signal)
    const inquire = (tried: Charge | FollowUp) => under.provider.inquire(keyOf(tried, under.account), timeLimit())
    const reverse = (tried: Charge | FollowUp) => under.provider.reverse(keyOf(tried, under.account), timeLimit())
    const chargeWith = (metadata: Charge['metadata'], proof: AuthenticationProof | null = null) => {
      const charge = chargeOf(under.account, metadata, proof)
      return { ...charge, instrument: under.instrument ?? charge.instrument }
    }
    const pay = async (charge: Charge) => {
      const answer = await authorize(charge)
      await under.payAsShopper?.(charge)
      return answer
    }

    beforeAll(async () => {
      under = await start()
    })

    test('charges once per attempt id, also when asked eight times at once', async () => {
      const charge = chargeWith(under.approving)
      const answers = await Promise.all(Array.from({ length: 8 }, () => authorize(charge)))
      for (const answer of [...answers, await authorize(charge)]) expect(answer).toEqual(answers[0])
      await under.payAsShopper?.(charge)
      expect(await inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
      expect(await under.netCharges(charge.attemptId)).toBe(1)
    })

    test('finds by inquiry what it answered', async () => {
      const charge = chargeWith(under.approving)
      const answer = await authorize(charge)
      expect(await inquire(charge)).toEqual(answer)
    })

    test('finds by inquiry what the shopper did', async () => {
      const charge = chargeWith(under.approving)
      await pay(charge)
      const found = await inquire(charge)
      expect(found).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
      expect(await inquire(charge)).toEqual(found)
    })

    test('does not find what it was never asked', async () => {
      expect(await inquire(chargeWith(under.approving))).toEqual({ kind: 'not-found' })
    })

    test("does not find another merchant's attempt", async () => {
      const charge = chargeWith(under.approving)
      await authorize(charge)
      expect(await inquire({ ...charge, merchantId: newId('mer') })).toEqual({ kind: 'not-found' })
    })

    test('leaves the outcome unknown when the caller gives up, and its ledger decides: charged', async () => {
      const charge = chargeWith(under.charging)
      await expect(authorize(charge, AbortSignal.timeout(300))).rejects.toThrow(UnknownOutcome)
      await under.payAsShopper?.(charge)
      expect(await inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
      expect(await under.netCharges(charge.attemptId)).toBe(1)
    })

    test('leaves the outcome unknown when the caller gives up, and its ledger decides: not charged', async () => {
      const charge = chargeWith(under.losing)
      await expect(authorize(charge, AbortSignal.timeout(300))).rejects.toThrow(UnknownOutcome)
      expect(await inquire(charge)).toEqual({ kind: 'not-found' })
      expect(await under.netCharges(charge.attemptId)).toBe(0)
    })

    test('throws nothing but UnknownOutcome under a signal that is aborted already', async () => {
      const charge = chargeWith(under.approving)
      const key = keyOf(charge, under.account)
      const gone = AbortSignal.abort()
      await expect(authorize(charge, gone)).rejects.toThrow(UnknownOutcome)
      await expect(under.provider.inquire(key, gone)).rejects.toThrow(UnknownOutcome)
      await expect(under.provider.reverse(key, gone)).rejects.toThrow(UnknownOutcome)
    })

    test('takes a charge back as often as it is told to', async () => {
      const charge = chargeWith(under.approving)
      await pay(charge)
      await Promise.all([reverse(charge), reverse(charge)])
      await reverse(charge)
      expect(await under.netCharges(charge.attemptId)).toBe(0)
      expect(await inquire(charge)).not.toMatchObject({ outcome: { code: '0000' } })
    })

    test('bars a charge that comes after its reversal', async () => {
      const charge = chargeWith(under.approving)
      await reverse(charge)
      expect(await pay(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
      expect(await under.netCharges(charge.attemptId)).toBe(0)
    })

    test('never keeps a charge that runs against its own reversal', async () => {
      const charges = Array.from({ length: 20 }, () => chargeWith(under.approving))
      await Promise.all(charges.flatMap((charge) => [pay(charge), reverse(charge)]))
      for (const { attemptId } of charges) expect(await under.netCharges(attemptId)).toBe(0)
    })

    test('follows up once per attempt id, also when asked eight times at once, and finds it by inquiry', async () => {
      const refund = followUpOf(under.account, chargeWith(under.approving))
      const answers = await Promise.all(Array.from({ length: 8 }, () => followUp(refund)))
      for (const answer of [...answers, await followUp(refund), await inquire(refund)])
        expect(answer).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
      expect(await under.netCharges(refund.attemptId)).toBe(1)
    })

    test('leaves the outcome of a follow-up unknown when the caller gives up, and its ledger decides', async () => {
      const refund = { ...followUpOf(under.account, chargeWith(under.approving)), metadata: under.losing }
      await expect(followUp(refund, AbortSignal.timeout(300))).rejects.toThrow(UnknownOutcome)
      expect(await inquire(refund)).toEqual({ kind: 'not-found' })
      await expect(followUp(refund, AbortSignal.abort())).rejects.toThrow(UnknownOutcome)
    })

    test('takes a follow-up back, and bars one that comes after its reversal', async () => {
      const [done, early] = [under.approving, under.approving].map((metadata) =>
        followUpOf(under.account, chargeWith(metadata)),
      ) as [FollowUp, FollowUp]
      await followUp(done)
      for (const refund of [done, early]) await reverse(refund)
      expect(await followUp(early)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
      for (const { attemptId } of [done, early]) expect(await under.netCharges(attemptId)).toBe(0)
    })

    test('understands no notice that is not its own', () => {
      const unstorable = '{"merchant":"\\u0000","attempt":"\\ud800"}'
      for (const words of ['', '{', 'null', '[]', '"a"', '{"merchant":1,"attempt":null}', unstorable, '\xff']) {
        const notice = { body: Buffer.from(words, 'latin1'), header: () => undefined }
        expect(under.provider.readNotice(notice)).toBeUndefined()
      }
    })

    test('reports every metadata key it cannot read, all at once', () => {
      const { metadata, properties } = under.unreadable
      expect(under.provider.checkMetadata(under.approving)).toEqual([])
      expect(under.provider.checkMetadata(metadata).map(({ property }) => property)).toEqual(properties)
    })

    test('shows no card number, security code or cryptogram in an answer', async () => {
      const charge = chargeWith(under.approving, proofOf('Y'))
      const shown = JSON.stringify([await pay(charge), await inquire(charge)])
      for (const secret of [CARD_NUMBER, `"${CVV}"`, CRYPTOGRAM]) expect(shown).not.toContain(secret)
    })
  })
}

/** A purchase of 10.00 EUR with a test card; every call is a new attempt. */
export function chargeOf(
  account: ProviderAccount,
  metadata: Charge['metadata'],
  proof: AuthenticationProof | null = null,
): Charge {
  return {
    attemptId: newId('att'),
    transactionId: newId('trx'),
    merchantId: account.merchantId,
    merchantName: 'Larkspur Coffee',
    reference: newId('ord'),
    transactionType: 'PURCHASE',
    money: { amount: 1000n, currency: 'EUR' },
    instrument: { kind: 'card', card: testCard(), cryptogram: null },
    customer: NOBODY,
    proof,
    round: 1,
    returnUrl: 'https://gateway.example/returns/1',
    noticeUrl: 'https://gateway.example/provider-notices/test',
    metadata,
  }
}

/** The refund of a whole charge; every call is a new attempt. */
function followUpOf(account: ProviderAccount, { attemptId, reference, money }: Charge): FollowUp {
  return {
    attemptId: newId('att'),
    transactionId: newId('trx'),
    merchantId: account.merchantId,
    reference,
    operation: 'REFUND',
    money,
    parentAttemptId: attemptId,
    noticeUrl: 'https://gateway.example/provider-notices/test',
    metadata: {},
  }
}

export function keyOf({ attemptId, merchantId }: Charge | FollowUp, account: ProviderAccount): AttemptKey {
  return { attemptId, merchantId, account }
}

/** A finished authentication with this status. */
export function proofOf(transStatus: FinalTransStatus): AuthenticationProof {
  return {
    threeDsServerTransId: crypto.randomUUID(),
    transStatus,
    eci: '05',
    authenticationValue: new Secret(CRYPTOGRAM),
    dsTransId: crypto.randomUUID(),
    messageVersion: '2.2.0',
  }
}

const NOBODY = {
  id: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  country: null,
  postalCode: null,
  email: null,
  phone: null,
}

function testCard(): Card {
  return {
    number: new Secret(CARD_NUMBER),
    expirationMonth: 12,
    expirationYear: new Date().getFullYear() + 2,
    cvv: new Secret(CVV),
    maskedCard: { masked: '411111******1111', brand: 'visa', hash: 'h' },
  }
}

const timeLimit = () => AbortSignal.timeout(10_000)
