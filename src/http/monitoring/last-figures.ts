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
  readonly id: number
  readonly pid: number
  readonly role: string
}

export type Expected = Readonly<Record<string, number>>

/** Metric that remains true after its process ended. */
const LAST_SUCCESS = 'tollgate_worker_task_last_success_timestamp_seconds'

export class LastFigures {
  readonly #expected: Expected
  readonly #last = new Map<number, Figures>()
  #successes: Metric[] = []

  constructor(expected: Expected) {
    this.#expected = expected
  }

  /**
   * Completes the metrics of the processes with those that are missing. Counters of a running process that did not
   * answer count, because a falling sum looks like a restart. So do last successes of a worker that ended.
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

/** Keeps counters only, because old values of gauges may no longer be true. */
function counters(figures: Figures): Figures {
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}
