/** First row of an answer; undefined without one. */
export async function first<T>(rows: PromiseLike<readonly T[]>): Promise<T | undefined> {
  return (await rows)[0]
}

/** True if a statement returned or changed exactly one row. */
export async function isOne(answer: PromiseLike<{ readonly count: number }>): Promise<boolean> {
  return (await answer).count === 1
}
