import type { Fields } from './codec/message.ts'

// Which process has the line of an account, and how the others have it send their messages.

/** An account whose line a process has. */
export interface HeldLine {
  readonly providerAccountId: string
  /** Counts the owners of a line: what was given to one is taken by no other. */
  readonly lease: bigint
}

export interface NewLine {
  readonly providerAccountId: string
  /** What messages to the owner are sealed to. */
  readonly ownerKey: Uint8Array
  /** What it is opened with (`opened.ts`). */
  readonly opened: string
}

/** A message for the owner of a line. */
export interface NewHandOver extends HeldLine {
  /** The line it is for. */
  readonly opened: string
  readonly sealedMessage: Uint8Array
  /** After so long the owner does not send it any more. */
  readonly milliseconds: number
}

export interface TakenHandOver extends HeldLine {
  readonly number: bigint
  readonly opened: string
  readonly sealedMessage: Uint8Array
  readonly millisecondsLeft: number
}

/** `UNANSWERED` was sent, `UNSENT` never left us; nor did `RETURNED`, because the owner has another line. */
type HandOverEnd = 'ANSWERED' | 'UNANSWERED' | 'UNSENT' | 'RETURNED'

export interface HandOverAnswer {
  readonly state: HandOverEnd
  readonly type: string | null
  /** Those of the answer that may be kept. */
  readonly fields: Fields | null
  readonly why: string | null
}

export interface HandOver extends Omit<HandOverAnswer, 'state'> {
  readonly state: HandOverEnd | 'NEW' | 'TAKEN'
}

/** What the processes agree by, filled by the app from `store`. Times are on the database's clock. */
export interface LineStore {
  /** Takes a line that nobody has. @returns the lease, or null where another process was faster */
  take(line: NewLine, leaseMs: number): Promise<bigint | null>
  findOwner(providerAccountId: string): Promise<{ lease: bigint; ownerKey: Uint8Array } | undefined>
  /** Prolongs leases that are not over. @returns the accounts whose line is still the caller's */
  keep(held: readonly HeldLine[], leaseMs: number): Promise<readonly string[]>
  /** Lets another process have it at once. */
  leave(held: HeldLine): Promise<void>
  handOver(handOver: NewHandOver): Promise<bigint>
  /** Where a message stands, and whether whoever it was given to still has the line. */
  lookAt(number: bigint): Promise<{ state: HandOver['state']; isOwned: boolean } | undefined>
  /** Ends the wait: from here on the owner cannot take it. @returns where it stood */
  withdraw(number: bigint): Promise<HandOver | undefined>
  /** Takes what was given to the owner of these lines, each message once, while the lines are its own. */
  takeHandOvers(held: readonly HeldLine[]): Promise<readonly TakenHandOver[]>
  answer(number: bigint, answer: HandOverAnswer): Promise<void>
}

/** A process' own post: what others seal to its key, and nobody else opens. */
export interface SealedInbox {
  readonly publicKey: Uint8Array
  open(sealed: Uint8Array, context: string): Uint8Array
  sealTo(publicKey: Uint8Array, plaintext: Uint8Array, context: string): Uint8Array
}
