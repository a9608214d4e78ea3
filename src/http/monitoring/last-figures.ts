import type { register } from 'prom-client'

export type Figures = Awaited<ReturnType<typeof register.getMetricsAsJSON>>

type Metric = Figures[number]

const MISSING = {
  name: 'tollgate_processes_missing',
  help: 'Processes that have exited, are starting, or did not answer this scrape in time.',
  type: 'gauge',
  aggregator: 'sum',
}

const WHICH = {
  name: 'tollgate_process_missing',
  help: 'Processes of each role that are missing; with the pid of one that runs.',
  type: 'gauge',
  aggregator: 'sum',
}

interface Asked {
  /** Its number in the cluster. */
  readonly id: number
  readonly pid: number
  readonly role: string
}

export type Expected = Readonly<Record<string, number>>

/** Metrics that remain true after their process ended: the times of last successes. */
const LAST_SUCCESS = 'tollgate_worker_task_last_success_timestamp_seconds'

export class LastFigures {
  readonly #expected: Expected
  readonly #last = new Map<number, Figures>()
  #successes: Metric[] = []

  constructor(expected: Expected) {
    this.#expected = expected
  }

  /**
   * Adds to the processes' metrics: the counters of those that run and did not answer, because a falling sum looks like a
   * restart; the last successes of a worker that ended; which processes are missing.
   * @returns undefined if none answered
   */
  complete(answers: ReadonlyMap<number, Figures>, asked: readonly Asked[]): readonly Figures[] | undefined {
    for (const [id, figures] of answers) this.#keep(id, figures)
    for (const id of this.#last.keys()) if (!asked.some((each) => each.id === id)) this.#last.delete(id)
    if (answers.size === 0) return undefined
    const silent = asked.filter(({ id }) => !answers.has(id))
    const kept = silent.map(({ id }) => counters(this.#last.get(id) ?? []))
    return [...answers.values(), ...kept, this.#successes, this.#missing(asked, silent) as unknown as Figures]
  }

  #missing(asked: readonly Asked[], silent: readonly Asked[]): readonly object[] {
    const hung = silent.map(({ role, pid }) => ({ value: 1, labels: { process: role, pid: String(pid) } }))
    const absent = Object.entries(this.#expected).map(([role, count]) => ({
      value: Math.max(0, count - asked.filter((each) => each.role === role).length),
      labels: { process: role, pid: '' },
    }))
    const which = [...hung, ...absent].filter(({ value }) => value > 0)
    const count = which.reduce((sum, { value }) => sum + value, 0)
    return [
      { ...MISSING, values: [{ value: count, labels: {} }] },
      { ...WHICH, values: which },
    ]
  }

  #keep(id: number, figures: Figures): void {
    this.#last.set(id, figures)
    const successes = figures.filter(({ name, values }) => name === LAST_SUCCESS && values.length > 0)
    if (successes.length > 0) this.#successes = successes
  }
}

/** Removes gauges, because old values may no longer be true. */
function counters(figures: Figures): Figures {
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}
