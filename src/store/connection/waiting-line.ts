import type { Session } from './session.ts'

interface Turn {
  readonly isAlone: boolean
  readonly begin: (session: Session) => void
  readonly fail: (error: unknown) => void
}

/** Statements and SQL transactions that wait for a session, oldest first. */
export class WaitingLine {
  #turns: Turn[] = []
  #alone = 0

  get length(): number {
    return this.#turns.length
  }

  /** True if any of them needs a session alone. */
  get isAnyAlone(): boolean {
    return this.#alone > 0
  }

  join(isAlone: boolean): Promise<Session> {
    if (isAlone) this.#alone += 1
    return new Promise((begin, fail) => {
      this.#turns.push({ isAlone, begin, fail })
    })
  }

  /**
   * Gives sessions to those that wait. Neither kind holds up the other.
   * @param take gets a session to have alone or to share; undefined if there is none now
   */
  serve(take: (isAlone: boolean) => Session | undefined): void {
    let [isAnyToHave, isAnyToShare] = [true, true]
    for (let place = 0; place < this.#turns.length && (isAnyToShare || (isAnyToHave && this.isAnyAlone)); ) {
      const turn = this.#turns[place]!
      const session = (turn.isAlone ? isAnyToHave : isAnyToShare) ? take(turn.isAlone) : undefined
      if (session) {
        this.#turns.splice(place, 1)
        if (turn.isAlone) this.#alone -= 1
        turn.begin(session)
      } else {
        if (turn.isAlone) isAnyToHave = false
        else isAnyToShare = false
        place += 1
      }
    }
  }

  fail(error: unknown): void {
    const turns = this.#turns
    this.#turns = []
    this.#alone = 0
    for (const turn of turns) turn.fail(error)
  }
}
