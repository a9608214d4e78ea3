import { UnknownOutcome } from '../../provider.ts'

/** The request never left us: nothing can have been charged. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** The request was sent and no answer came: nobody knows what became of it. */
export class Unanswered extends UnknownOutcome {
  override name = 'Unanswered'
}
