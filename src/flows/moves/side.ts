import type { Database } from '#store/connection/database.ts'
import { type AcceptedTokens, findMove } from '#store/moves/merchant-moves.ts'
import type { MovedTable } from '#store/moves/tables.ts'
import type { Rewrapping } from '../keys/rewrap.ts'

/** A group of merchants in a move: its database with an administrator's role, and its vault. */
export interface Side extends Rewrapping {
  readonly sql: Database
  readonly group: string
  readonly baseUrl: string
  readonly databaseUrl: string
  /** Address of the database for the other group's server. */
  readonly replicationUrl: string
}

/** Each group, with the other one. */
export const bothWays = (one: Side, other: Side) =>
  [
    [one, other],
    [other, one],
  ] as const

/** A merchant that goes from one group to the other. */
export interface Moving {
  readonly merchantId: string
  readonly from: Side
  /** Its vault opens values of both groups. */
  readonly to: Side
  readonly tables: readonly MovedTable[]
  /** True if rows may cross the network encrypted only. */
  readonly needsTls: boolean
  /** Access tokens that `from` issued; undefined with an identity provider for both. */
  readonly tokens: AcceptedTokens | undefined
  /** @throws with the reason if a proxy could not be led. */
  readonly checkProxies: () => Promise<void>
  /** Leads requests that name one of these IDs to a group. */
  readonly route: (ids: readonly string[], group: string) => Promise<void>
  readonly say: (line: string) => void
}

/** Reason why a step cannot be done; everything is as before. Safe to print. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/** Error of a copy whose changes are no longer kept, such as after a failover to a standby. */
export const lostSlot = ({ group }: Side) =>
  new MoveError(`PostgreSQL of ${group} has lost the slot of this move; cancel it and start again.`)

/** @throws MoveError if the merchant is in a move with another group */
export async function checkSides({ merchantId, from, to }: Moving): Promise<void> {
  for (const [side, other] of bothWays(from, to)) {
    const move = await findMove(side.sql, merchantId)
    if (move && !move.finishedAt && move.otherGroup !== other.group)
      throw new MoveError(
        `${side.group} has a move of this merchant with ${move.otherGroup}; finish or cancel that one.`,
      )
  }
}
