/** Time source that tests can replace. Rules across processes use the database's clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
