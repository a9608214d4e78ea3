import { median } from '../measurement.ts'

const NAME_WIDTH = 24
const CELL_GAP = 2

/** Rows under a title, each with its name first; nothing where there are none. */
export function table(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const widths = columns.map((column, place) => Math.max(column.length, ...rows.map((row) => row[place + 1]!.length)))
  const line = ([name, ...cells]: readonly string[]) =>
    name!.padEnd(NAME_WIDTH) + cells.map((cell, place) => cell.padStart(widths[place]! + CELL_GAP)).join('')
  return [line([title, ...columns]), ...rows.map(line), '']
}

/** The median of the rounds. */
export function typical(values: readonly number[], digits = 1): string {
  return median(values).toFixed(digits)
}

/** The median of the rounds, the least and the most. */
export function spread(values: readonly number[], digits = 1): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits))
  return `${typical(values, digits)} (${least} to ${most})`
}
