import { NOT_ENROLLED } from '#test/test-merchant.ts'
import type { Desk } from '../scenario-context.ts'
import { approvedId, type CardRequest, followUp, place } from './place.ts'
import { troubles } from './troubles.ts'

const MOST = 100_000

/** A card is charged at once; later some of it is given back, or all of it taken back. */
export async function purchase(desk: Desk): Promise<void> {
  const terminal = desk.shop.plainTerminal
  const amount = desk.chance.integer(100, MOST)
  const { answer } = await place(desk, {
    kind: 'PURCHASE',
    amount,
    metadata: { ...NOT_ENROLLED, ...troubles(desk.chance) },
  })
  const id = approvedId(answer)
  if (id === undefined) return
  if (desk.chance.happens(0.4)) await refundInParts(desk, terminal, id, amount)
  else if (desk.chance.happens(0.3)) await followUp(desk, terminal, id, { kind: 'VOID', amount, ...trouble(desk) })
}

/** A card is held, captured in parts, and refunded. */
export async function authorization(desk: Desk): Promise<void> {
  const terminal = desk.shop.plainTerminal
  const amount = desk.chance.integer(100, MOST)
  const metadata = { ...NOT_ENROLLED, ...troubles(desk.chance) }
  const id = approvedId((await place(desk, { kind: 'AUTHORIZE', amount, metadata })).answer)
  if (id === undefined) return
  const part = Math.ceil(amount * 0.4)
  await desk.chance.pick([
    () => captureInTurn(desk, terminal, id, [part, part, amount - 2 * part]),
    () => atOnce(desk, terminal, id, eightTimes({ kind: 'CAPTURE', amount: Math.ceil(amount * 0.6) })),
    () => atOnce(desk, terminal, id, eightTimes({ kind: 'CAPTURE', amount: part, final: true })),
    () =>
      atOnce(desk, terminal, id, [
        { kind: 'VOID', amount },
        { kind: 'CAPTURE', amount: part },
      ]),
  ])()
  if (desk.chance.happens(0.5)) await refundInParts(desk, terminal, id, amount)
}

/** The first accounts decline, or lose their answers; the next ones may approve. */
export async function retried(desk: Desk): Promise<void> {
  const { retryingTerminal, flakyTerminal } = desk.shop
  const terminal = desk.chance.happens(0.7) ? retryingTerminal : flakyTerminal
  const amount = desk.chance.integer(100, MOST)
  const metadata = { ...NOT_ENROLLED, simulate_delay_ms: desk.chance.integer(0, 150) }
  const id = approvedId((await place(desk, { kind: 'PURCHASE', amount, metadata, terminal })).answer)
  if (id !== undefined && desk.chance.happens(0.3)) await refundInParts(desk, terminal, id, amount)
}

/** A card is saved with one payment; it or one that was saved long ago is charged by another order. */
export async function saved(desk: Desk): Promise<void> {
  const metadata = { ...NOT_ENROLLED, ...troubles(desk.chance) }
  const saving = { tokenization: { save_card_for_future_payments: true } }
  const amount = desk.chance.integer(100, MOST)
  const { answer } = await place(desk, { kind: 'PURCHASE', amount, metadata, changes: saving })
  if (answer.class !== 'yes' || answer.cardToken === null) return
  desk.shop.savedCards.push(answer.cardToken)
  const token = desk.chance.happens(0.5) ? answer.cardToken : desk.chance.pick(desk.shop.savedCards)
  const payment_method = { type: 'saved_card', data: { payment_method_id: token } }
  const again = { reference: `${desk.reference}-again`, changes: { payment_method } }
  const luck = { ...NOT_ENROLLED, ...troubles(desk.chance) }
  await place(desk, { kind: 'PURCHASE', amount, metadata: luck, ...again })
}

async function captureInTurn(desk: Desk, terminal: string, id: string, amounts: readonly number[]): Promise<void> {
  for (const [index, amount] of amounts.entries()) {
    if (amount < 1) continue
    const final = index === amounts.length - 1
    await followUp(desk, terminal, id, { kind: 'CAPTURE', amount, final, ...trouble(desk) })
  }
}

/** Everybody wants something of one transaction at the same moment. */
async function atOnce(desk: Desk, terminal: string, id: string, requests: readonly CardRequest[]): Promise<void> {
  const troubled = requests.map((asked) => ({ ...asked, ...trouble(desk) }))
  await Promise.all(troubled.map((asked) => followUp(desk, terminal, id, asked)))
}

async function refundInParts(desk: Desk, terminal: string, id: string, amount: number): Promise<void> {
  const part = Math.ceil(amount * 0.3)
  if (desk.chance.happens(0.5)) return atOnce(desk, terminal, id, eightTimes({ kind: 'REFUND', amount: part }))
  const times = desk.chance.integer(1, 4)
  for (let time = 1; time <= times; time += 1) {
    await followUp(desk, terminal, id, { kind: 'REFUND', amount: part, ...trouble(desk) })
  }
}

function eightTimes(asked: CardRequest): CardRequest[] {
  return Array<CardRequest>(8).fill(asked)
}

function trouble({ chance }: Desk): Pick<CardRequest, 'metadata'> {
  return { metadata: troubles(chance) }
}
