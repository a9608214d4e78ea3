import { beforeAll, describe, expect, test } from 'vitest'
import type { AuthenticationProof } from '#domain/authentication.ts'
import type { MethodCapabilities } from '#domain/capabilities.ts'
import { newId } from '#domain/ids.ts'
import {
  type AskedAttempt,
  type Call,
  type Charge,
  type FollowUp,
  type NoticeEntry,
  OtherMoney,
  UnknownOutcome,
} from '#providers/port/provider.ts'
import { type Lack, lacksOf, testsWithout } from './lacks.ts'
import { type Mistake, type ProviderUnderTest, rotated, type Steering } from './provider-under-test.ts'
import {
  attemptOf,
  CARD_NUMBER,
  CRYPTOGRAM,
  CVV,
  callOn,
  chargeOf,
  followUpOf,
  proofOf,
  timeLimit,
} from './test-charges.ts'

/** Timeout of a caller: the request has been sent by then, also on a busy machine. */
const PATIENCE_MS = 1500

const FAILED = { kind: 'outcome', outcome: { code: '1001' } }

/**
 * Rules for every provider (docs/contribute/add-a-provider.md#what-a-provider-promises); each runs them in its own test.
 * @param lacks what it does not have: tests of that are not registered
 */
export function describeProvider(name: string, lacks: readonly Lack[], start: () => Promise<ProviderUnderTest>): void {
  describe(`${name}, as every provider`, () => {
    const { testRepeats, testNotices, testDisputes, testReversal } = testsWithout(lacks)
    let under: ProviderUnderTest
    const references = new Map<string, string>()
    const callOf = ({ attemptId }: Charge | FollowUp, signal: AbortSignal): Call => ({
      ...callOn(under.account, under.credentials, signal),
      rememberReference: async (reference) => void references.set(attemptId, reference),
    })
    const askedOf = async (asked: Charge | FollowUp): Promise<AskedAttempt> => ({
      ...attemptOf(asked),
      providerReference: references.get(asked.attemptId) ?? null,
      notices: (await noticed(asked)).map(({ fields }) => fields),
    })
    const noticed = async ({ attemptId }: Charge | FollowUp): Promise<readonly NoticeEntry[]> => {
      const notices = (await under.noticesOf?.(attemptId)) ?? []
      return notices.flatMap((notice) => under.provider.readNotice(under.credentials ?? {}, notice) as NoticeEntry[])
    }
    const authorize = (charge: Charge, signal = timeLimit()) => under.provider.authorize(callOf(charge, signal), charge)
    const followUp = (wanted: FollowUp, signal = timeLimit()) => under.provider.followUp(callOf(wanted, signal), wanted)
    const inquire = (asked: Charge | FollowUp, signal = timeLimit()) =>
      askedOf(asked).then((attempt) => under.provider.inquire(callOf(asked, signal), attempt))
    const reverse = (asked: Charge | FollowUp, signal = timeLimit()) =>
      askedOf(asked).then((attempt) => under.provider.reverse(callOf(asked, signal), attempt))
    const chargeWith = (steering: Steering, proof: AuthenticationProof | null = null) => {
      const charge = chargeOf(under.account, {}, proof)
      return { ...charge, instrument: under.instrument ?? charge.instrument, ...under.terms, ...steering }
    }
    const refundOf = (charge: Charge, steering: Steering = under.approving): FollowUp => ({
      ...followUpOf(charge, references.get(charge.attemptId) ?? null),
      ...steering,
      money: charge.money,
    })
    const pay = async (charge: Charge) => {
      const answer = await authorize(charge)
      await under.payAsShopper?.(charge)
      return answer
    }
    /** Paid and found: the ID of a payment on a page is known only then. */
    const settle = async (charge: Charge) => {
      await pay(charge)
      await inquire(charge)
    }

    const mistaken = async <T>(mistake: Mistake, act: () => Promise<T>): Promise<T> => {
      const end = under.mistake!(mistake)
      return act().finally(end)
    }

    beforeAll(async () => {
      under = await start()
    })

    test('lacks what it declares to lack, and nothing else', () => {
      expect(lacksOf(under).sort()).toEqual([...lacks].sort())
    })

    test('charges once per attempt id, also when asked eight times concurrently', async () => {
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

    test('leaves the outcome unknown when the caller stops waiting, and its ledger decides: charged', async () => {
      const charge = chargeWith(under.charging)
      await expect(authorize(charge, AbortSignal.timeout(PATIENCE_MS))).rejects.toThrow(UnknownOutcome)
      await under.payAsShopper?.(charge)
      const code = under.reversesUnanswered ? '1001' : '0000'
      expect(await inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code } })
      await expect.poll(() => under.netCharges(charge.attemptId)).toBe(under.reversesUnanswered ? 0 : 1)
    })

    test('leaves the outcome unknown when the caller stops waiting, and its ledger decides: not charged', async () => {
      const charge = chargeWith(under.losing)
      await expect(authorize(charge, AbortSignal.timeout(PATIENCE_MS))).rejects.toThrow(UnknownOutcome)
      expect(await inquire(charge)).toMatchObject(under.reversesUnanswered ? FAILED : { kind: 'not-found' })
      expect(await under.netCharges(charge.attemptId)).toBe(0)
    })

    test('throws nothing but UnknownOutcome under a signal that is aborted already', async () => {
      const charge = chargeWith(under.approving)
      const gone = AbortSignal.abort()
      await expect(authorize(charge, gone)).rejects.toThrow(UnknownOutcome)
      await expect(inquire(charge, gone)).rejects.toThrow(UnknownOutcome)
      await expect(reverse(charge, gone)).rejects.toThrow(UnknownOutcome)
    })

    test('reverses a charge as often as requested', async () => {
      const charge = chargeWith(under.approving)
      await pay(charge)
      await Promise.all([reverse(charge), reverse(charge)])
      await reverse(charge)
      expect(await under.netCharges(charge.attemptId)).toBe(0)
      expect(await inquire(charge)).not.toMatchObject({ outcome: { code: '0000' } })
    })

    testRepeats('takes no approval of another amount, currency or attempt for one, and takes it back', async () => {
      for (const mistake of under.repeats!) {
        const charge = chargeWith(under.approving)
        const isPaid = async () => ((await pay(charge)).kind === 'shopper-step' ? inquire(charge) : undefined)
        await mistaken(mistake, () => expect(isPaid(), mistake).rejects.toThrow(OtherMoney))
        await reverse(charge)
        expect(await under.netCharges(charge.attemptId)).toBe(0)
        expect(await inquire(charge)).not.toMatchObject({ outcome: { code: '0000' } })
      }
    })

    testRepeats('takes no approval of another follow-up for one', async () => {
      const charge = chargeWith(under.approving)
      await settle(charge)
      const answer = await mistaken('amount', () => followUp(refundOf(charge)).catch((error: unknown) => error))
      // Some only accept the order, and approve it later.
      const isTaken = (answer as { outcome?: { code: string } }).outcome?.code === '1002'
      if (!isTaken) expect(answer).toBeInstanceOf(OtherMoney)
    })

    test('bars a charge that comes after its reversal, or takes it back in its turn', async () => {
      const charge = chargeWith(under.approving)
      await reverse(charge)
      const answer = await pay(charge)
      const [{ barsLateCharges }] = Object.values(under.provider.capabilities) as [MethodCapabilities]
      if (barsLateCharges) expect(answer).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
      else await reverse(charge)
      expect(await under.netCharges(charge.attemptId)).toBe(0)
    })

    test('never keeps a charge that runs against its own reversal', async () => {
      const charges = Array.from({ length: 20 }, () => chargeWith(under.approving))
      await Promise.all(charges.flatMap((charge) => [pay(charge), reverse(charge)]))
      // If a late charge cannot be barred, the inquiry that finds it reverses it again.
      await Promise.all(charges.map((charge) => reverse(charge)))
      for (const { attemptId } of charges) expect(await under.netCharges(attemptId)).toBe(0)
    })

    test('follows up once per attempt id, also when asked eight times concurrently, and finds it by inquiry', async () => {
      const charge = chargeWith(under.approving)
      await settle(charge)
      const refund = refundOf(charge)
      const answers = await Promise.all(Array.from({ length: 8 }, () => followUp(refund)))
      for (const answer of [...answers, await followUp(refund)]) expect(answer).toEqual(answers[0])
      await expect.poll(() => inquire(refund)).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
      expect(await under.netCharges(refund.attemptId)).toBe(1)
    })

    test('leaves the outcome of a follow-up unknown when the caller stops waiting, and its ledger decides', async () => {
      const charge = chargeWith(under.approving)
      await settle(charge)
      const refund = refundOf(charge, under.losing)
      await expect(followUp(refund, AbortSignal.timeout(PATIENCE_MS))).rejects.toThrow(UnknownOutcome)
      await expect(followUp(refund, AbortSignal.abort())).rejects.toThrow(UnknownOutcome)
      const found = await inquire(refund)
      if (under.reversesUnanswered) expect(found).toMatchObject(FAILED)
      else expect(found.kind).toBe(under.keepsFollowUps ? 'outcome' : 'not-found')
      expect(await under.netCharges(refund.attemptId)).toBe(under.keepsFollowUps ? 1 : 0)
    })

    testReversal('takes a follow-up back, and bars one that comes after its reversal', async () => {
      const charge = chargeWith(under.approving)
      await settle(charge)
      const [done, early] = [refundOf(charge), refundOf(charge)]
      await followUp(done)
      for (const refund of [done, early]) await reverse(refund)
      expect(await followUp(early)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
      for (const { attemptId } of [done, early]) expect(await under.netCharges(attemptId)).toBe(0)
    })

    test('finds nothing wrong with its credentials, and says what is wrong with others', async () => {
      const { account, credentials, wrongCredentials } = under
      expect(await under.provider.probe(callOn(account, credentials))).toEqual([])
      if (!wrongCredentials) return
      const problems = await under.provider.probe(callOn(account, wrongCredentials))
      expect(problems).toHaveLength(1)
      for (const credential of Object.values(wrongCredentials)) {
        expect(problems[0]).not.toContain(credential!.current.reveal())
      }
    })

    testNotices('reads its own notices, under the credential before too, and calls a changed one forged', async () => {
      const charge = chargeWith(under.approving)
      await pay(charge)
      await expect.poll(() => noticed(charge).then(({ length }) => length)).toBeGreaterThan(0)
      for (const notice of await under.noticesOf!(charge.attemptId)) {
        const { readNotice } = under.provider
        const read = readNotice(under.credentials!, notice)
        expect(read).not.toBe('forged')
        for (const { attemptId } of read as NoticeEntry[]) expect(attemptId).toBe(charge.attemptId)
        expect(readNotice(rotated(under.credentials!), notice)).toEqual(read)
        expect(readNotice(rotated(rotated(under.credentials!)), notice)).toBe('forged')
        expect(readNotice({}, notice)).toBe('forged')
        expect(readNotice(under.credentials!, { ...notice, header: () => undefined, body: changed(notice.body) })).toBe(
          'forged',
        )
      }
    })

    test('understands no notice that is not its own', () => {
      const unstorable = '{"merchant":"\\u0000","attempt":"\\ud800"}'
      for (const words of ['', '{', 'null', '[]', '"a"', '{"merchant":1,"attempt":null}', unstorable, '\xff']) {
        const notice = { body: Buffer.from(words, 'latin1'), header: () => undefined }
        expect(under.provider.readNotice(under.credentials ?? {}, notice)).toEqual(under.noticesOf ? 'forged' : [])
      }
    })

    testDisputes('keeps words, times and movements of a dispute within bounds', () => {
      const read = (change: object) =>
        under.strangeDispute!({ code: '10.4', due: Date.UTC(2030), movements: 1, ...change })!
      expect(read({})).toMatchObject({ networkReasonCode: '10.4', respondBy: new Date(Date.UTC(2030)) })
      expect(read({ code: `${CARD_NUMBER} of the shopper` }).networkReasonCode).not.toContain(CARD_NUMBER)
      expect(read({ code: `\0\ud800${'x'.repeat(10_000)}` }).networkReasonCode).toMatch(/^\ufffd\ufffdx{18}$/)
      for (const due of [3e15, -5e13, Number.MAX_VALUE]) expect(read({ due }).respondBy).toBeNull()
      expect(read({ movements: 3000 }).movements.length).toBeLessThanOrEqual(100)
    })

    test('reports every metadata key it cannot read, together', () => {
      const { metadata, properties } = under.unreadable ?? { metadata: { response_code: 1 }, properties: [] }
      expect(under.provider.checkMetadata(under.approving.metadata ?? {})).toEqual([])
      expect(under.provider.checkMetadata(metadata).map(({ property }) => property)).toEqual(properties)
    })

    test('shows no card number, security code or cryptogram in an answer', async () => {
      const charge = chargeWith(under.approving, proofOf('Y'))
      const shown = JSON.stringify([await pay(charge), await inquire(charge)])
      for (const secret of [CARD_NUMBER, `"${CVV}"`, CRYPTOGRAM]) expect(shown).not.toContain(secret)
    })
  })
}

function changed(body: Uint8Array): Uint8Array {
  return body.with(0, body[0]! ^ 1)
}
