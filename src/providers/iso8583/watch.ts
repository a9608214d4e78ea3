/** Reports events to operators that no caller sees. */
export interface Watch {
  /** An operator must fix an unencodable message. @param why names data elements and settings, never their values */
  unwritten(providerAccountId: string, operation: 'charge' | 'follow_up' | 'reversal', why: string): void
  /** A message cannot be read, or an answer matches no request (`stray`). */
  unasked(providerAccountId: string, kind: 'unreadable' | 'stray'): void
  /** A line was closed because all its messages were unreadable; it is reopened later. */
  givenUp(providerAccountId: string): void
}

/** Delay of an unsent stored message while the line is down. */
export const LINE_IS_DOWN_SECONDS = 2
/** Delay of an unencodable message, of which operators are notified each time. */
export const UNWRITTEN_SECONDS = 300
