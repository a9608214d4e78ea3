/** SQLSTATE deadlock_detected, and lock_not_available of a statement that avoids one. */
const DEADLOCKS: readonly unknown[] = ['40P01', '55P03']
const MAX_ATTEMPTS = 5

/** True if the database canceled a statement to resolve a deadlock: it had no effect. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCKS.includes((error as { code?: unknown } | null)?.code)
}

/** Repeats a statement that was canceled in a deadlock; the other one has ended by then. */
export async function retryOnDeadlock<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await statement()
    } catch (error) {
      if (!isDeadlock(error) || attempts === MAX_ATTEMPTS) throw error
    }
  }
}
