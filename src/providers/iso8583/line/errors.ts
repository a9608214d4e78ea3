import { UnknownOutcome } from '#providers/port/tools.ts'
import { MessageError } from '../codec/message.ts'

/** The request was never sent: nothing can have been charged. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** The request cannot be encoded for the host: it was not sent, and cannot be until an operator corrects something. */
export class Unwritable extends NotSent {
  override name = 'Unwritable'

  /** @param error cause; only our own messages are known to contain no data */
  constructor(error: unknown) {
    const isOurs = error instanceof MessageError || error instanceof UnknownOutcome
    super(isOurs ? error.message : 'The message cannot be built.', { cause: error })
  }
}

/** The request was sent and no answer came: its outcome is unknown. */
export class Unanswered extends UnknownOutcome {
  override name = 'Unanswered'
}
