import type { Answer } from '../route.ts'

/** Carrier of an answer other than the page. */
export class EarlyAnswer extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('Another answer is given instead of the page.')
    this.answer = answer
  }
}
