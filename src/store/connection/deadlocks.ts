/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 5

/**
 * Repeats a statement that the database gave up because it and another one waited for each other: nothing of it
 * happened, and the other one is through.
 */
export async function despiteDeadlocks<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await statement()
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || attempts === MAX_ATTEMPTS) throw error
    }
  }
}
