import type { Answer } from '../route.ts'

/** Thrown on the way to a page: something else is answered instead of it. */
export class EarlyAnswer extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('Another answer is given instead of the page.')
    this.answer = answer
  }
}
