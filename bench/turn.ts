import { withBareServer } from './baseline-server/index.ts'
import { closedLoop, type Load } from './closed-loop.ts'
import { type CpuTime, readCpuTime } from './cost/cpu-time.ts'
import { decryptionsOfACard } from './cost/rsa-baseline.ts'
import { type HalfLoad, measureHalfLoad } from './half-load.ts'
import type { Kind, Section } from './kinds.ts'
import type { Measurement } from './measurement.ts'
import type { PaymentCounter } from './payment-counter.ts'
import type { PreparedGateway } from './prepared-gateway.ts'

/** The gateway is warm by then (`rounds.ts`); so little code is compiled sooner. */
const BARE_WARM_UP_SECONDS = 3

/** Gateway and settings of a turn. */
export interface Stage {
  readonly prepared: PreparedGateway
  readonly till: PaymentCounter
  readonly load: Load
  readonly sections: ReadonlySet<Section>
}

/** One kind's turn in one round. */
export interface Turn {
  readonly measured: Measurement
  readonly cpu: CpuTime
  /** Payments a second that its limit allowed on both sides of the load, where it has one and it was asked for. */
  readonly limit: number | null
  readonly halfLoads: HalfLoads | null
}

/** Payments at half load, and right after them, as fast, a server that does only what they cannot go without. */
export interface HalfLoads {
  readonly payments: HalfLoad
  readonly bare: HalfLoad
}

/** Measures a kind of payment with everything it is compared with right beside it, as a machine's speed changes. */
export async function runTurn(stage: Stage, kind: Kind): Promise<Turn> {
  const limit = asks(stage, kind, 'share') ? kind.limit : null
  const before = await limit?.measure()
  const { measured, cpu } = await underLoad(stage, kind)
  const after = await limit?.measure()
  return {
    measured,
    cpu,
    limit: before !== undefined && after !== undefined ? (before + after) / 2 : null,
    halfLoads: asks(stage, kind, 'half') ? await halfLoads(stage, kind, measured.perSecond) : null,
  }
}

export function asks({ sections }: Stage, kind: Kind, section: Section): boolean {
  return sections.has(section) && kind.sections.includes(section)
}

async function underLoad({ prepared, till, load }: Stage, kind: Kind) {
  await till.settled()
  const [decryptions, before, paidBefore] = [decryptionsOfACard(), readCpuTime(prepared), till.paid()]
  const measured = await closedLoop(load, () => till.count(kind.pay()))
  await till.settled()
  const [after, payments] = [readCpuTime(prepared), till.paid() - paidBefore]
  const each = (name: 'gateway' | 'postgres') => (after[name] - before[name]) / payments
  return { measured, cpu: { gateway: each('gateway'), postgres: each('postgres'), decryptions } }
}

async function halfLoads({ prepared, till, load }: Stage, kind: Kind, perSecond: number): Promise<HalfLoads | null> {
  if (kind.bareWork === null) return null
  await till.settled()
  const payments = await measureHalfLoad(load, perSecond, () => till.count(kind.pay()))
  await till.settled()
  const task = { url: prepared.server.superuserUrl, ...kind.bareWork }
  const bare = await withBareServer(task, load.connections, async (attempt) => {
    await closedLoop({ ...load, warmUpSeconds: 0, seconds: BARE_WARM_UP_SECONDS }, attempt)
    return measureHalfLoad(load, perSecond, attempt)
  })
  const { errors, firstError } = bare.half
  if (errors > 0) throw new Error(`The bare server failed ${errors} times, the first time with: ${firstError}`)
  return { payments, bare }
}
