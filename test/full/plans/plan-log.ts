import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** One step of a statement, as planned and executed. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A statement as the server executed it. */
export interface Explained {
  readonly text: string
  /** How each table was read, with the rows that were looked at. */
  readonly scans: readonly string[]
  /** Tables that were read from end to end. */
  readonly walked: readonly string[]
  /** Rows of tables that were looked at, those that did not fit included. */
  readonly rows: number
}

/** Each statement as it was when it looked at the most, from the server's log. */
export async function costliestPlans(logFile: string): Promise<readonly Explained[]> {
  const worst = new Map<string, Explained>()
  for await (const statement of readPlans(logFile)) {
    const other = worst.get(statement.text)
    if (!other || other.rows < statement.rows) worst.set(statement.text, statement)
  }
  return [...worst.values()]
}

/** Reads the statements whose plan auto_explain has logged as JSON. */
async function* readPlans(logFile: string): AsyncGenerator<Explained> {
  let lines: string[] | undefined
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    // What belongs to an entry of the log is indented; so is each line of a statement.
    if (lines && line.startsWith('\t')) lines.push(line.slice(1))
    else {
      if (lines) yield explained(lines.join('\n'))
      lines = line.endsWith(' plan:') ? [] : undefined
    }
  }
  if (lines) yield explained(lines.join('\n'))
}

function explained(json: string): Explained {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined)
  return {
    text: text.replaceAll(/\s+/g, ' '),
    scans: scans.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''} ${tableOf(node)}: ${rowsOf(node)}`),
    walked: scans.filter((node) => node['Node Type'] === 'Seq Scan' && loopsOf(node) > 0).map(tableOf),
    rows: Math.round(scans.reduce((sum, node) => sum + rowsOf(node), 0)),
  }
}

const nodesOf = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const tableOf = (node: PlanNode) => node['Relation Name']!
const loopsOf = (node: PlanNode) => node['Actual Loops'] ?? 0

function rowsOf(node: PlanNode): number {
  const { 'Actual Rows': kept = 0, 'Rows Removed by Filter': refused = 0 } = node
  return loopsOf(node) * (kept + refused + (node['Rows Removed by Index Recheck'] ?? 0))
}
