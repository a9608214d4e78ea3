/** The time, passed in so that tests can set it. What must hold across processes goes by the database's clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
