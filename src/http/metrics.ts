import { Counter, collectDefaultMetrics, Histogram, register } from 'prom-client'

// One registry per process, as prom-client has it; labels never name a merchant or a reference.
const requests = new Counter({
  name: 'tollgate_http_requests_total',
  help: 'HTTP requests by method, route and status.',
  labelNames: ['method', 'route', 'status'],
})

const durations = new Histogram({
  name: 'tollgate_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer, by method and route.',
  labelNames: ['method', 'route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

collectDefaultMetrics()

/** Counts one answered request. @param seconds how long it took */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requests.inc({ method, route, status })
  durations.observe({ method, route }, seconds)
}

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = register.contentType
