import { RequestError } from '#domain/problem.ts'

/** What is read, or undefined where it takes too long: then a page shows everything else. */
export async function ifAvailable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'unavailable') return undefined
    throw error
  }
}
