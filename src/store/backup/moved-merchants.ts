import type { Sql } from '../connection/database.ts'
import { literal } from '../shape/literal.ts'
import { type BackedUpTable, inCopy } from './tables.ts'

const MOVES = 'public.merchant_moves'

/** False in the schema of an older release. */
export const haveMoves = (tables: readonly BackedUpTable[]) => tables.some(({ name }) => name === MOVES)

/** Source of a COPY, without moves that have not switched. @param hidden merchants whose rows belong to another group */
export function readIn(table: BackedUpTable, hidden: readonly string[]): string {
  const { name, columns } = table
  const rows = `select ${columns.join(', ')} from ${name}`
  if (name === MOVES) return `(${rows} where state in ('AWAY', 'HERE'))`
  if (hidden.length === 0 || name === 'public.moved_ids' || !columns.includes('merchant_id')) return inCopy(table)
  return `(${rows} where merchant_id is null or merchant_id not in (${hidden.map(literal).join(', ')}))`
}

/**
 * Lists merchants whose rows are hidden.
 * @throws if one is about to be in this group or in another
 */
export async function listHidden(sql: Sql): Promise<string[]> {
  const moves = await sql<{ merchantId: string; isSwitching: boolean }[]>`
    select merchant_id as "merchantId", state = 'AWAY' and switched_at is null as "isSwitching"
    from merchant_moves where state in ('AWAY', 'ARRIVING') and finished_at is null`
  if (moves.some(({ isSwitching }) => isSwitching))
    throw new Error('A merchant is switching to another group; try again in a minute.')
  return moves.map(({ merchantId }) => merchantId)
}

/** Ends moves in a restored database, which has no replication. */
export async function endMoves(sql: Sql): Promise<void> {
  await sql`update merchant_moves set finished_at = now() where finished_at is null`
}
