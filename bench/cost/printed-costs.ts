import type { Cost } from './measure-costs.ts'

const COLUMNS = ['CPU ratio', '(least, most)', 'gateway ms', 'database ms', 'statements', 'writes', 'WAL kB', 'HOT']

/** The costs as a person reads them. */
export function printedCosts(costs: readonly Cost[]): string {
  return [
    'One payment, its webhook included. CPU ratio: CPU time of all processes, divided by that of the four RSA-2048',
    'decryptions of a card. Medians of the rounds.',
    '',
    line('', COLUMNS),
    ...costs.map((cost) => line(cost.kind, cellsOf(cost))),
  ].join('\n')
}

function cellsOf({ cpu, work }: Cost): string[] {
  const ratios = cpu.map(({ ratio }) => ratio)
  return [
    median(ratios).toFixed(2),
    `(${Math.min(...ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)})`,
    median(cpu.map(({ gateway }) => gateway)).toFixed(2),
    median(cpu.map(({ postgres }) => postgres)).toFixed(2),
    work.statements.toFixed(1),
    work.writes.toFixed(1),
    (work.walBytes / 1000).toFixed(1),
    `${((100 * work.hotUpdates) / work.updates).toFixed(0)} %`,
  ]
}

const line = (name: string, cells: readonly string[]) =>
  name.padEnd(22) + cells.map((cell) => cell.padStart(14)).join('')

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
