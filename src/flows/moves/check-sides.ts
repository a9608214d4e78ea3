import { findMove } from '#store/moves/merchant-moves.ts'
import { bothWays, MoveError, type Moving } from './side.ts'

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
