import type { Fields } from './codec/message.ts'

// Ownership of an account's line by a process, and messages of others to it.

export interface HeldLine {
  readonly providerAccountId: string
  /** Counts the owners of a line: only the addressed one takes a message. */
  readonly lease: bigint
}

export interface NewLine {
  readonly providerAccountId: string
  /** Key for sealing messages to the owner. */
  readonly ownerKey: Uint8Array
  /** Fingerprint of settings and credentials (`line-fingerprint.ts`). */
  readonly opened: string
}

export interface NewHandOver extends HeldLine {
  readonly opened: string
  readonly sealedMessage: Uint8Array
  readonly milliseconds: number
}

export interface TakenHandOver extends HeldLine {
  readonly number: bigint
  readonly opened: string
  readonly sealedMessage: Uint8Array
  readonly millisecondsLeft: number
}

/** `UNANSWERED` was sent; `UNSENT` and `RETURNED` (the owner has another line) were not. */
type HandOverEnd = 'ANSWERED' | 'UNANSWERED' | 'UNSENT' | 'RETURNED'

export interface HandOverAnswer {
  readonly state: HandOverEnd
  readonly type: string | null
  /** Storable fields of the answer. */
  readonly fields: Fields | null
  readonly why: string | null
}

export interface HandOver extends Omit<HandOverAnswer, 'state'> {
  readonly state: HandOverEnd | 'NEW' | 'TAKEN'
}

/** Shared state of the processes, implemented by `store`. Times are on the database's clock. */
export interface LineStore {
  /** Takes a free line. @returns the lease, or null if another process was faster */
  take(line: NewLine, leaseMs: number): Promise<bigint | null>
  findOwner(providerAccountId: string): Promise<{ lease: bigint; ownerKey: Uint8Array } | undefined>
  /** Prolongs leases that are not over. @returns the accounts whose line the caller still has */
  keep(held: readonly HeldLine[], leaseMs: number): Promise<readonly string[]>
  leave(held: HeldLine): Promise<void>
  handOver(handOver: NewHandOver): Promise<bigint>
  /** State of a message, and if its addressee still has the line. */
  lookAt(number: bigint): Promise<{ state: HandOver['state']; isOwned: boolean } | undefined>
  /** Ends the wait: from now on the owner cannot take it. @returns its state before */
  withdraw(number: bigint): Promise<HandOver | undefined>
  /** Claims messages for the owner of these lines, each once, while it owns them. */
  takeHandOvers(held: readonly HeldLine[]): Promise<readonly TakenHandOver[]>
  answer(number: bigint, answer: HandOverAnswer): Promise<void>
}

/** Inbox of a process: messages sealed to its key. */
export interface SealedInbox {
  readonly publicKey: Uint8Array
  open(sealed: Uint8Array, context: string): Uint8Array
  sealTo(publicKey: Uint8Array, plaintext: Uint8Array, context: string): Uint8Array
}
