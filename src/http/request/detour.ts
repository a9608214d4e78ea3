import type { Answer } from '../route.ts'

/** Thrown on the way to a page: something else is answered instead of it. */
export class Detour extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('Another answer is given instead of the page.')
    this.answer = answer
  }
}
