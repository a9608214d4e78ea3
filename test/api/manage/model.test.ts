// @module-tag full
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { approved, follow, type Operation, type Shown, sumsOf } from './follow-ups.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

type Ending = 'APPROVED' | 'DECLINED' | 'PENDING'

interface Step {
  readonly operation: Operation
  readonly amount: number
  readonly final: boolean
  readonly ending: Ending
}

/** Expected sums of an original by docs/reference/follow-ups.md#how-much-at-most alone. */
interface Model {
  readonly type: 'AUTHORIZE' | 'PURCHASE'
  readonly amount: number
  captured: number
  refunded: number
  capturing: number
  refunding: number
  closed: boolean
  voided: boolean
}

function isPossible(model: Model, { operation, amount }: Step): boolean {
  const { type, captured, refunded, capturing, refunding, closed, voided } = model
  if (voided) return false
  if (operation === 'REFUND') return amount <= captured - refunded - refunding
  if (operation === 'CAPTURE') {
    return type === 'AUTHORIZE' && !closed && amount <= model.amount - captured - capturing
  }
  if (type === 'AUTHORIZE') return !closed && capturing === 0 && amount === model.amount - captured
  return amount === model.amount && refunded + refunding === 0
}

/** Applies a step by its end; a pending one keeps its reservation. */
function take(model: Model, { operation, amount, final, ending }: Step): void {
  if (ending === 'DECLINED') return
  const isDone = ending === 'APPROVED'
  if (operation === 'VOID') {
    if (amount < model.amount) model.closed = true
    else {
      model.voided = true
      if (isDone) model.captured = 0
    }
  } else if (operation === 'REFUND') {
    if (isDone) model.refunded += amount
    else model.refunding += amount
  } else {
    if (isDone) model.captured += amount
    else model.capturing += amount
    model.closed ||= final
  }
}

const AMOUNT = 5

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom<Operation[]>('CAPTURE', 'CAPTURE', 'REFUND', 'REFUND', 'VOID'),
  amount: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: AMOUNT + 1 })),
  final: fc.boolean(),
  ending: fc.constantFrom<Ending[]>('APPROVED', 'APPROVED', 'DECLINED', 'PENDING'),
})

const type = fc.constantFrom<Model['type'][]>('AUTHORIZE', 'AUTHORIZE', 'PURCHASE')

async function carryOut(original: Shown, { operation, amount, final, ending }: Step): Promise<string> {
  const changes = {
    amount,
    metadata: { response_code: `TRX_STATUS_${ending}` },
    ...(operation === 'CAPTURE' && { options: { final_capture: final } }),
  }
  return (await follow(app.merchant, original, operation, changes)).status
}

it('any sequence of follow-ups leaves the sums the reference gives', async () => {
  await fc.assert(
    fc.asyncProperty(type, fc.array(step, { minLength: 1, maxLength: 10 }), async (transaction_type, steps) => {
      const original = await approved(app.merchant, { transaction_type, amount: AMOUNT })
      const captured = transaction_type === 'PURCHASE' ? AMOUNT : 0
      const none = { captured, refunded: 0, capturing: 0, refunding: 0, closed: false, voided: false }
      const model: Model = { type: transaction_type, amount: AMOUNT, ...none }
      for (const next of steps) {
        const expected = isPossible(model, next) ? next.ending : 'INVALID'
        expect(await carryOut(original, next)).toBe(expected)
        if (expected !== 'INVALID') take(model, next)
        expect(await sumsOf(app.merchant, original)).toEqual([BigInt(model.captured), BigInt(model.refunded)])
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)
