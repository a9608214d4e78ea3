// What Prometheus sees of three gateways that are restarted in turn, for half an hour: each is not ready while it drains,
// then gone for moments, and then counts from zero. Payments and checks go on at the same rate.

const STEP_SECONDS = 5
const STEPS = 360
const NODES = 3
/** Steps from the restart of a gateway to that of the next one. */
const TURN = 12
/** Steps of a drain, and of the time in which the process is gone. */
const DRAIN = 4
const GONE = 4

type Phase = 'serving' | 'draining' | 'gone'

/** A test of promtool in which none of these alerts may fire. */
export function rollingRestart(rules: string, alerts: readonly string[]): object {
  const times = Array.from({ length: STEPS / TURN }, (_, turn) => `${(turn + 1) * TURN * STEP_SECONDS}s`)
  return {
    rule_files: [rules],
    evaluation_interval: `${STEP_SECONDS}s`,
    tests: [
      {
        interval: `${STEP_SECONDS}s`,
        input_series: Array.from({ length: NODES }, (_, node) => seriesOf(node)).flat(),
        alert_rule_test: times.flatMap((time) =>
          alerts.map((alertname) => ({ eval_time: time, alertname, exp_alerts: [] })),
        ),
      },
    ],
  }
}

function seriesOf(node: number): object[] {
  const labels = `job="tollgate",instance="${node}:9464"`
  const phases = Array.from({ length: STEPS }, (_, step) => phaseOf(node, step))
  const counter = (isCounted: (phase: Phase) => boolean, rate: number) => {
    let count = 0
    return phases.map((phase) => {
      count = phase === 'gone' ? 0 : count + (isCounted(phase) ? rate : 0)
      return phase === 'gone' ? '_' : count
    })
  }
  const gauge = (value: (step: number) => number) => phases.map((phase, step) => (phase === 'gone' ? '_' : value(step)))
  const requests = (route: string, status: number) =>
    `tollgate_http_requests_total{${labels},route="${route}",status="${status}"}`
  const series: readonly (readonly [string, readonly (number | string)[]])[] = [
    [`up{${labels}}`, phases.map((phase) => (phase === 'gone' ? 0 : 1))],
    [requests('/api/transactions/authorize', 200), counter((phase) => phase !== 'gone', 10)],
    [requests('/health/ready', 200), counter((phase) => phase === 'serving', 10)],
    [requests('/health/ready', 503), counter((phase) => phase === 'draining', 10)],
    [`tollgate_database_up{${labels}}`, gauge(() => 1)],
    [`tollgate_processes_missing{${labels}}`, phases.map((phase) => (phase === 'draining' ? 1 : 0))],
    [
      `tollgate_worker_task_last_success_timestamp_seconds{${labels},task="inquire"}`,
      gauge((step) => step * STEP_SECONDS),
    ],
  ]
  return series.map(([name, values]) => ({ series: name, values: values.join(' ') }))
}

function phaseOf(node: number, step: number): Phase {
  const since = (step - node * TURN + STEPS * TURN * NODES) % (TURN * NODES)
  if (since < DRAIN) return 'draining'
  return since < DRAIN + GONE ? 'gone' : 'serving'
}
