import { NOT_ENROLLED } from '#test/test-merchant.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { approvedId, type CardRequest, followUp, place } from './place.ts'
import { troubles } from './troubles.ts'

const MOST = 100_000

/** Charges a card immediately; later refunds a part, or reverses all of it. Some shoppers dispute it. */
export async function purchase(context: ScenarioContext): Promise<void> {
  const terminal = context.shop.plainTerminal
  const amount = context.chance.integer(100, MOST)
  const isDisputed = context.chance.happens(0.2)
  const dispute = isDisputed ? { simulate_dispute: context.chance.pick(['inquiry', 'chargeback']) } : {}
  const { answer } = await place(context, {
    kind: 'PURCHASE',
    amount,
    metadata: { ...NOT_ENROLLED, ...troubles(context.chance), ...dispute },
  })
  const id = approvedId(answer)
  if (id === undefined) return
  if (context.chance.happens(0.4)) await refundInParts(context, terminal, id, amount)
  else if (!isDisputed && context.chance.happens(0.3))
    await followUp(context, terminal, id, { kind: 'VOID', amount, ...trouble(context) })
}

/** A card is held, captured in parts, and refunded. */
export async function authorization(context: ScenarioContext): Promise<void> {
  const terminal = context.shop.plainTerminal
  const amount = context.chance.integer(100, MOST)
  const metadata = { ...NOT_ENROLLED, ...troubles(context.chance) }
  const id = approvedId((await place(context, { kind: 'AUTHORIZE', amount, metadata })).answer)
  if (id === undefined) return
  const part = Math.ceil(amount * 0.4)
  await context.chance.pick([
    () => captureInTurn(context, terminal, id, [part, part, amount - 2 * part]),
    () => atOnce(context, terminal, id, eightTimes({ kind: 'CAPTURE', amount: Math.ceil(amount * 0.6) })),
    () => atOnce(context, terminal, id, eightTimes({ kind: 'CAPTURE', amount: part, final: true })),
    () =>
      atOnce(context, terminal, id, [
        { kind: 'VOID', amount },
        { kind: 'CAPTURE', amount: part },
      ]),
  ])()
  if (context.chance.happens(0.5)) await refundInParts(context, terminal, id, amount)
}

/** The first accounts decline, or lose their answers; the next ones may approve. */
export async function retried(context: ScenarioContext): Promise<void> {
  const { retryingTerminal, flakyTerminal } = context.shop
  const terminal = context.chance.happens(0.7) ? retryingTerminal : flakyTerminal
  const amount = context.chance.integer(100, MOST)
  const metadata = { ...NOT_ENROLLED, simulate_delay_ms: context.chance.integer(0, 150) }
  const id = approvedId((await place(context, { kind: 'PURCHASE', amount, metadata, terminal })).answer)
  if (id !== undefined && context.chance.happens(0.3)) await refundInParts(context, terminal, id, amount)
}

/** A card is saved with one payment; it or one that was saved long ago is charged by another order. */
export async function saved(context: ScenarioContext): Promise<void> {
  const metadata = { ...NOT_ENROLLED, ...troubles(context.chance) }
  const saving = { tokenization: { save_card_for_future_payments: true } }
  const amount = context.chance.integer(100, MOST)
  const { answer } = await place(context, { kind: 'PURCHASE', amount, metadata, changes: saving })
  if (answer.class !== 'yes' || answer.cardToken === null) return
  context.shop.savedCards.push(answer.cardToken)
  const token = context.chance.happens(0.5) ? answer.cardToken : context.chance.pick(context.shop.savedCards)
  const payment_method = { type: 'saved_card', data: { payment_method_id: token } }
  const again = { reference: `${context.reference}-again`, changes: { payment_method } }
  const luck = { ...NOT_ENROLLED, ...troubles(context.chance) }
  await place(context, { kind: 'PURCHASE', amount, metadata: luck, ...again })
}

async function captureInTurn(
  context: ScenarioContext,
  terminal: string,
  id: string,
  amounts: readonly number[],
): Promise<void> {
  for (const [index, amount] of amounts.entries()) {
    if (amount < 1) continue
    const final = index === amounts.length - 1
    await followUp(context, terminal, id, { kind: 'CAPTURE', amount, final, ...trouble(context) })
  }
}

/** Sends several follow-ups of one transaction concurrently. */
async function atOnce(
  context: ScenarioContext,
  terminal: string,
  id: string,
  requests: readonly CardRequest[],
): Promise<void> {
  const troubled = requests.map((asked) => ({ ...asked, ...trouble(context) }))
  await Promise.all(troubled.map((asked) => followUp(context, terminal, id, asked)))
}

async function refundInParts(context: ScenarioContext, terminal: string, id: string, amount: number): Promise<void> {
  const part = Math.ceil(amount * 0.3)
  if (context.chance.happens(0.5)) return atOnce(context, terminal, id, eightTimes({ kind: 'REFUND', amount: part }))
  const times = context.chance.integer(1, 4)
  for (let time = 1; time <= times; time += 1) {
    await followUp(context, terminal, id, { kind: 'REFUND', amount: part, ...trouble(context) })
  }
}

function eightTimes(asked: CardRequest): CardRequest[] {
  return Array<CardRequest>(8).fill(asked)
}

function trouble({ chance }: ScenarioContext): Pick<CardRequest, 'metadata'> {
  return { metadata: troubles(chance) }
}
