/** Reports to operators what no caller learns of. */
export interface Watch {
  /**
   * A message cannot be written as this account's host wants it, so that an operator has to mend something.
   * @param why names data elements and settings, never what is in them
   */
  unwritten(providerAccountId: string, operation: 'charge' | 'follow_up' | 'reversal', why: string): void
  /**
   * A message came that cannot be read, or an answer that belongs to nothing (`stray`).
   */
  unasked(providerAccountId: string, kind: 'unreadable' | 'stray'): void
  /** A line was closed because nothing that came on it could be read; it is opened anew after a while. */
  givenUp(providerAccountId: string): void
}

/** Seconds until a stored message is tried again that could not be sent: in a moment while the line is down. */
export const LINE_IS_DOWN_SECONDS = 2
/** One that cannot be written waits for an operator, who is told again at every try. */
export const UNWRITTEN_SECONDS = 300
