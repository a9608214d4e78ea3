import type { MethodCapabilities } from '../../src/domain/capabilities.ts'
import { OtherMoney } from '../../src/providers/port/provider.ts'
import { ensure, ensureEqual, ensureOutcome, ensureThrows, isApproved } from './ensure.ts'
import type { ProviderPromise } from './promise.ts'

const REVERSED = 'the number of charges after a reversal'

export const REVERSAL_PROMISES: readonly ProviderPromise[] = [
  {
    title: 'reverses a charge as often as requested',
    async keep(scene) {
      const charge = scene.charge()
      await scene.pay(charge)
      await Promise.all([scene.reverse(charge), scene.reverse(charge)])
      await scene.reverse(charge)
      ensureEqual(await scene.under.netCharges(charge.attemptId), 0, REVERSED)
      ensure(!isApproved(await scene.inquire(charge)), 'the inquiry still approves the charge')
    },
  },
  {
    title: 'takes no approval of another amount, currency or attempt for one, and takes it back',
    needs: 'repeats',
    async keep(scene) {
      for (const mistake of scene.under.repeats!) {
        const charge = scene.charge()
        const isPaid = async () =>
          (await scene.pay(charge)).kind === 'shopper-step' ? scene.inquire(charge) : undefined
        await scene.mistaken(mistake, () => ensureThrows(isPaid(), `an approval of another ${mistake}`, OtherMoney))
        await scene.reverse(charge)
        ensureEqual(await scene.under.netCharges(charge.attemptId), 0, REVERSED)
        ensure(!isApproved(await scene.inquire(charge)), 'the inquiry still approves the charge')
      }
    },
  },
  {
    title: 'bars a charge that comes after its reversal, or takes it back in its turn',
    async keep(scene) {
      const charge = scene.charge()
      await scene.reverse(charge)
      const answer = await scene.pay(charge)
      const [{ barsLateCharges }] = Object.values(scene.under.provider.capabilities) as [MethodCapabilities]
      if (barsLateCharges) ensureOutcome(answer, '1001', 'the answer to a late charge')
      else await scene.reverse(charge)
      ensureEqual(await scene.under.netCharges(charge.attemptId), 0, REVERSED)
    },
  },
  {
    title: 'never keeps a charge that runs against its own reversal',
    async keep(scene) {
      const charges = Array.from({ length: 20 }, () => scene.charge())
      await Promise.all(charges.flatMap((charge) => [scene.pay(charge), scene.reverse(charge)]))
      // If a late charge cannot be barred, the inquiry that finds it reverses it again.
      await Promise.all(charges.map((charge) => scene.reverse(charge)))
      for (const { attemptId } of charges) ensureEqual(await scene.under.netCharges(attemptId), 0, REVERSED)
    },
  },
]
