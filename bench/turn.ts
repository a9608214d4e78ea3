import { closedLoop, type Load } from './closed-loop.ts'
import { type CpuTime, readCpuTime } from './cost/cpu-time.ts'
import { decryptionsOfACard } from './cost/yardstick.ts'
import { type HalfLoad, measureHalfLoad } from './half-load.ts'
import type { Kind, Section } from './kinds.ts'
import type { Measurement } from './measurement.ts'
import type { PreparedGateway } from './prepared-gateway.ts'
import type { Till } from './till.ts'

/** What a turn needs. */
export interface Stage {
  readonly prepared: PreparedGateway
  readonly till: Till
  readonly load: Load
  readonly sections: ReadonlySet<Section>
}

/** One kind's turn in one round. */
export interface Turn {
  readonly measured: Measurement
  readonly cpu: CpuTime
  /** Payments a second that its limit allowed on both sides of the load, where it has one and it was asked for. */
  readonly limit: number | null
  readonly halfLoad: HalfLoad | null
}

/** Measures a kind of payment with everything it is compared with right beside it, as a machine's speed changes. */
export async function takeTurn(stage: Stage, kind: Kind): Promise<Turn> {
  const limit = asks(stage, kind, 'share') ? kind.limit : null
  const before = await limit?.measure()
  const { measured, cpu } = await underLoad(stage, kind)
  const after = await limit?.measure()
  return {
    measured,
    cpu,
    limit: before !== undefined && after !== undefined ? (before + after) / 2 : null,
    halfLoad: asks(stage, kind, 'half') ? await halfLoad(stage, kind, measured.perSecond) : null,
  }
}

/** Whether a section of a kind was asked for. */
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

function halfLoad({ till, load }: Stage, kind: Kind, perSecond: number): Promise<HalfLoad> {
  return measureHalfLoad(load, perSecond, () => till.count(kind.pay()), till.settled)
}
