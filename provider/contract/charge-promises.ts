import { newId } from '../../src/domain/ids.ts'
import { ensure, ensureEqual, ensureOutcome, ensureThrows, eventually } from './ensure.ts'
import type { ProviderPromise } from './promise.ts'
import { CARD_NUMBER, CRYPTOGRAM, CVV, proofOf } from './test-charges.ts'

/** Timeout of a caller: the request has been sent by then, also on a busy machine. */
export const PATIENCE_MS = 1500

export const CHARGE_PROMISES: readonly ProviderPromise[] = [
  {
    title: 'charges once per attempt id, also when asked eight times concurrently',
    async keep(scene) {
      const charge = scene.charge()
      const answers = await Promise.all(Array.from({ length: 8 }, () => scene.authorize(charge)))
      for (const answer of [...answers, await scene.authorize(charge)])
        ensureEqual(answer, answers[0], 'the answer to a repeated charge')
      await scene.under.payAsShopper?.(charge)
      ensureOutcome(await scene.inquire(charge), '0000', 'the inquiry')
      ensureEqual(await scene.under.netCharges(charge.attemptId), 1, 'the number of charges')
    },
  },
  {
    title: 'finds by inquiry what it answered',
    async keep(scene) {
      const charge = scene.charge()
      const answer = await scene.authorize(charge)
      ensureEqual(await scene.inquire(charge), answer, 'the inquiry')
    },
  },
  {
    title: 'finds by inquiry what the shopper did',
    async keep(scene) {
      const charge = scene.charge()
      await scene.pay(charge)
      const found = await scene.inquire(charge)
      ensureOutcome(found, '0000', 'the inquiry')
      ensureEqual(await scene.inquire(charge), found, 'a second inquiry')
    },
  },
  {
    title: 'does not find what it was never asked',
    async keep(scene) {
      ensureEqual(await scene.inquire(scene.charge()), { kind: 'not-found' }, 'the inquiry')
    },
  },
  {
    title: "does not find another merchant's attempt",
    async keep(scene) {
      const charge = scene.charge()
      await scene.authorize(charge)
      const found = await scene.inquire({ ...charge, merchantId: newId('mer') })
      ensureEqual(found, { kind: 'not-found' }, 'the inquiry')
    },
  },
  {
    title: 'leaves the outcome unknown when the caller stops waiting, and its ledger decides: charged',
    async keep(scene) {
      const { under } = scene
      const charge = scene.charge(under.charging)
      await ensureThrows(scene.authorize(charge, AbortSignal.timeout(PATIENCE_MS)), 'authorize')
      await under.payAsShopper?.(charge)
      const [code, net] = under.reversesUnanswered ? ['1001', 0] : ['0000', 1]
      ensureOutcome(await scene.inquire(charge), code as string, 'the inquiry')
      const charged = await eventually(
        () => under.netCharges(charge.attemptId),
        (charges) => charges === net,
      )
      ensureEqual(charged, net, 'the number of charges')
    },
  },
  {
    title: 'leaves the outcome unknown when the caller stops waiting, and its ledger decides: not charged',
    async keep(scene) {
      const { under } = scene
      const charge = scene.charge(under.losing)
      await ensureThrows(scene.authorize(charge, AbortSignal.timeout(PATIENCE_MS)), 'authorize')
      const found = await scene.inquire(charge)
      if (under.reversesUnanswered) ensureOutcome(found, '1001', 'the inquiry')
      else ensureEqual(found, { kind: 'not-found' }, 'the inquiry')
      ensureEqual(await under.netCharges(charge.attemptId), 0, 'the number of charges')
    },
  },
  {
    title: 'throws nothing but UnknownOutcome under a signal that is aborted already',
    async keep(scene) {
      const charge = scene.charge()
      const gone = AbortSignal.abort()
      await ensureThrows(scene.authorize(charge, gone), 'authorize')
      await ensureThrows(scene.inquire(charge, gone), 'inquire')
      await ensureThrows(scene.reverse(charge, gone), 'reverse')
    },
  },
  {
    title: 'shows no card number, security code or cryptogram in an answer',
    async keep(scene) {
      const charge = scene.charge(scene.under.approving, proofOf('Y'))
      const shown = JSON.stringify([await scene.pay(charge), await scene.inquire(charge)])
      for (const secret of [CARD_NUMBER, `"${CVV}"`, CRYPTOGRAM])
        ensure(!shown.includes(secret), 'an answer shows the card number, the security code or the cryptogram')
    },
  },
]
