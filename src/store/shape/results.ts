export async function first<T>(rows: PromiseLike<readonly T[]>): Promise<T | undefined> {
  return (await rows)[0]
}

export async function isOne(answer: PromiseLike<{ readonly count: number }>): Promise<boolean> {
  return (await answer).count === 1
}
