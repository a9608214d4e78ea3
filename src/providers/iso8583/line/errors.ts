import { UnknownOutcome } from '../../provider.ts'
import { MessageError } from '../codec/message.ts'

/** The request never left us: nothing can have been charged. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** The request cannot be written as the host wants it: it never left us, and will not as things are. */
export class Unwritable extends NotSent {
  override name = 'Unwritable'

  /** @param error that was in the way: only our own words are known to name no data */
  constructor(error: unknown) {
    const isOurs = error instanceof MessageError || error instanceof UnknownOutcome
    super(isOurs ? error.message : 'The message cannot be built.', { cause: error })
  }
}

/** The request was sent and no answer came: nobody knows what became of it. */
export class Unanswered extends UnknownOutcome {
  override name = 'Unanswered'
}
