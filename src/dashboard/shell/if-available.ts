import { RequestError } from '#domain/problem.ts'

/** Result of a read, or undefined if it takes too long: the page then shows all else. */
export async function ifAvailable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'unavailable') return undefined
    throw error
  }
}
