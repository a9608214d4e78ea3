import { problem, RequestError } from './problem.ts'

/** Move of a merchant whose requests are rejected here: it leaves, has left, or has not arrived. */
export interface MerchantMove {
  readonly state: 'SWITCHING' | 'ARRIVING' | 'AWAY'
  /** `BASE_URL` of the other group. */
  readonly otherUrl: string
}

/** @throws RequestError `unavailable` until the move is complete; then, in the group that it left, `misdirected` */
export function refuseMoved(move: MerchantMove | undefined): void {
  if (move && move.state !== 'AWAY') throw stillMoving()
  if (move) {
    const message = `This merchant moved; send the request to ${move.otherUrl}.`
    throw new RequestError('misdirected', [problem('', message, move.otherUrl)])
  }
}

/** Error of a request that was cut off: what it asked for may have been done. */
export function cutOff(): RequestError {
  const message =
    'This merchant moved meanwhile, so this may have been executed: ask for its status, or send it again with the same Idempotency-Key.'
  return new RequestError('unavailable', [problem('', message)], 2)
}

export function stillMoving(): RequestError {
  return new RequestError('unavailable', [problem('', 'This merchant is moving; try again in two seconds.')], 2)
}
