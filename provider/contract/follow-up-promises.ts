import { OtherMoney } from '../../src/providers/port/provider.ts'
import { PATIENCE_MS } from './charge-promises.ts'
import { ensure, ensureEqual, ensureOutcome, ensureThrows, eventually, isApproved } from './ensure.ts'
import type { ProviderPromise } from './promise.ts'

export const FOLLOW_UP_PROMISES: readonly ProviderPromise[] = [
  {
    title: 'takes no approval of another follow-up for one',
    needs: 'repeats',
    async keep(scene) {
      const charge = scene.charge()
      await scene.settle(charge)
      const refund = scene.refundOf(charge)
      const answer = await scene.mistaken('amount', () => scene.followUp(refund).catch((error: unknown) => error))
      // Some only accept the order, and approve it later.
      const isTaken = (answer as { outcome?: { code: string } }).outcome?.code === '1002'
      ensure(isTaken || answer instanceof OtherMoney, 'a refund of another amount throws no OtherMoney')
    },
  },
  {
    title: 'follows up once per attempt id, also when asked eight times concurrently, and finds it by inquiry',
    async keep(scene) {
      const charge = scene.charge()
      await scene.settle(charge)
      const refund = scene.refundOf(charge)
      const answers = await Promise.all(Array.from({ length: 8 }, () => scene.followUp(refund)))
      for (const answer of [...answers, await scene.followUp(refund)])
        ensureEqual(answer, answers[0], 'the answer to a repeated refund')
      ensureOutcome(await eventually(() => scene.inquire(refund), isApproved), '0000', 'the inquiry')
      ensureEqual(await scene.under.netCharges(refund.attemptId), 1, 'the number of refunds')
    },
  },
  {
    title: 'leaves the outcome of a follow-up unknown when the caller stops waiting, and its ledger decides',
    async keep(scene) {
      const { under } = scene
      const charge = scene.charge()
      await scene.settle(charge)
      const refund = scene.refundOf(charge, under.losing)
      await ensureThrows(scene.followUp(refund, AbortSignal.timeout(PATIENCE_MS)), 'followUp')
      await ensureThrows(scene.followUp(refund, AbortSignal.abort()), 'followUp with an aborted signal')
      const found = await scene.inquire(refund)
      if (under.reversesUnanswered) ensureOutcome(found, '1001', 'the inquiry')
      else ensureEqual(found.kind, under.keepsFollowUps ? 'outcome' : 'not-found', 'the kind of the inquiry')
      ensureEqual(await under.netCharges(refund.attemptId), under.keepsFollowUps ? 1 : 0, 'the number of refunds')
    },
  },
  {
    title: 'takes a follow-up back, and bars one that comes after its reversal',
    needs: 'reversible-follow-ups',
    async keep(scene) {
      const charge = scene.charge()
      await scene.settle(charge)
      const [done, early] = [scene.refundOf(charge), scene.refundOf(charge)]
      await scene.followUp(done)
      for (const refund of [done, early]) await scene.reverse(refund)
      ensureOutcome(await scene.followUp(early), '1001', 'the answer to a late refund')
      for (const { attemptId } of [done, early])
        ensureEqual(await scene.under.netCharges(attemptId), 0, 'the number of refunds after a reversal')
    },
  },
]
