/** Lets so many callers act at a time; the others wait in line. */
export class Turns {
  #free: number
  readonly #line: PromiseWithResolvers<void>[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** @throws the error of `fail`, if it comes before the turn */
  async take<T>(act: () => Promise<T>): Promise<T> {
    await this.#wait()
    try {
      return await act()
    } finally {
      this.#callNext()
    }
  }

  /** Sends away those who wait. */
  fail(error: Error): void {
    for (const { reject } of this.#line.splice(0)) reject(error)
  }

  async #wait(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const turn = Promise.withResolvers<void>()
    this.#line.push(turn)
    await turn.promise
  }

  #callNext(): void {
    const next = this.#line.shift()
    if (next) next.resolve()
    else this.#free += 1
  }
}
