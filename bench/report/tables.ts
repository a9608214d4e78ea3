import { cpuRatio } from '../cost/cpu-time.ts'
import { referenceRows } from '../cost/reference.ts'
import { addedMs, type HalfLoad } from '../half-load.ts'
import type { Found } from '../rounds.ts'
import type { HalfLoads, Turn } from '../turn.ts'
import { spread, table, typical } from './cells.ts'

/** Rates, times and the share of the limit that was measured beside them. */
export function speedTable(found: readonly Found[]): string[] {
  const columns = ['per second', 'p50 ms', 'p99 ms', 'limit/s', '% of it', 'which limit']
  const rows = found.map(({ kind, turns }) => {
    const cell = (value: (turn: Turn) => number) => typical(turns.map(value))
    const times = [cell(({ measured }) => measured.p50), cell(({ measured }) => measured.p99)]
    const limit = shareCells(turns)
    return [kind.name, cell(({ measured }) => measured.perSecond), ...times, ...limit, limit[0] && kind.limit!.name]
  })
  return table('At full load', columns, rows)
}

function shareCells(turns: readonly Turn[]): [limit: string, share: string] {
  const limited = turns.flatMap(({ limit, measured }) => (limit === null ? [] : [{ limit, measured }]))
  if (limited.length === 0) return ['', '']
  const shares = limited.map(({ limit, measured }) => (100 * measured.perSecond) / limit)
  return [typical(limited.map(({ limit }) => limit)), spread(shares, 0)]
}

/** Times of one alone and of half as many as at full load, and of the bare server at the same rate. */
export function halfLoadTable(found: readonly Found[]): string[] {
  const columns = ['per second', 'p50 alone', 'p99 alone', 'p50 ms', 'p99 ms', 'p99 late', 'p99 added', 'bare added']
  const rows = found.flatMap(({ kind, turns }) => {
    const loads = turns.flatMap(({ halfLoads }) => halfLoads ?? [])
    return loads.length === 0 ? [] : [[kind.name, ...halfLoadCells(loads)]]
  })
  return table('At half load', columns, rows)
}

function halfLoadCells(loads: readonly HalfLoads[]): string[] {
  const cell = (value: (load: HalfLoad) => number) => typical(loads.map(({ payments }) => value(payments)))
  return [
    cell(({ half }) => half.perSecond),
    cell(({ alone }) => alone.p50),
    cell(({ alone }) => alone.p99),
    cell(({ half }) => half.p50),
    cell(({ half }) => half.p99),
    cell(({ half }) => half.lateP99),
    spread(loads.map(({ payments }) => addedMs(payments))),
    spread(loads.map(({ bare }) => addedMs(bare))),
  ]
}

/** Costs beside those of the recorded commit, so that small losses add up in sight. */
export function referenceTable(costs: Parameters<typeof referenceRows>[0]): string[] {
  const found = costs.found.filter(({ work }) => work !== null)
  if (found.length === 0) return []
  const { title, rows } = referenceRows({ ...costs, found })
  const columns = ['CPU ratio', 'now', 'change', 'statements', 'now', 'change']
  return rows.length === 0 ? [title, ''] : table(title, columns, rows)
}

/** CPU time, and what the database does. */
export function costTable(found: readonly Found[]): string[] {
  const columns = ['CPU ratio', 'gateway ms', 'database ms', 'statements', 'writes', 'WAL kB', 'HOT']
  return table('What one costs', columns, found.flatMap(costRow))
}

function costRow({ kind, turns, work }: Found): string[][] {
  if (work === null) return []
  const cpu = turns.map((turn) => turn.cpu)
  const cells = [
    spread(cpu.map(cpuRatio), 2),
    typical(
      cpu.map(({ gateway }) => gateway),
      2,
    ),
    typical(
      cpu.map(({ postgres }) => postgres),
      2,
    ),
    work.statements.toFixed(1),
    work.writes.toFixed(1),
    (work.walBytes / 1000).toFixed(1),
    `${((100 * work.hotUpdates) / work.updates).toFixed(0)} %`,
  ]
  return [[kind.name, ...cells]]
}
