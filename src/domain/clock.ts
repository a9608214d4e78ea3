/** The time, handed in so that tests can move it. What must hold across processes is timed by the database instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
