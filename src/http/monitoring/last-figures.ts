import type { register } from 'prom-client'

/** The metrics of one process. */
export type Figures = Awaited<ReturnType<typeof register.getMetricsAsJSON>>

type Metric = Figures[number]

/** Gauge of the processes that a scrape has no current metrics of. */
const MISSING = {
  name: 'tollgate_processes_missing',
  help: 'Processes that have exited, are starting, or did not answer this scrape in time.',
  type: 'gauge',
  aggregator: 'sum',
}

/** Metrics that remain true after their process ended: the times of last successes. */
const LAST_SUCCESS = 'tollgate_worker_task_last_success_timestamp_seconds'

/** Stores the last metrics of processes, for scrapes that one of them does not answer. */
export class LastFigures {
  readonly #expected: number
  /** By the number of the process. */
  readonly #last = new Map<number, Figures>()
  #successes: Metric[] = []

  /** @param expected number of processes that have metrics */
  constructor(expected: number) {
    this.#expected = expected
  }

  /**
   * Adds to the processes' metrics: the counters of those that run and did not answer, because a falling sum looks like a
   * restart; the last successes of a worker that ended; the number of missing processes.
   * @param running numbers of the processes that were asked
   * @returns undefined if none answered
   */
  complete(answers: ReadonlyMap<number, Figures>, running: readonly number[]): readonly Figures[] | undefined {
    for (const [id, figures] of answers) this.#keep(id, figures)
    for (const id of this.#last.keys()) if (!running.includes(id)) this.#last.delete(id)
    if (answers.size === 0) return undefined
    const silent = running.filter((id) => !answers.has(id)).map((id) => counters(this.#last.get(id) ?? []))
    const missing = { ...MISSING, values: [{ value: Math.max(0, this.#expected - answers.size), labels: {} }] }
    return [...answers.values(), ...silent, this.#successes, [missing as unknown as Metric]]
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
