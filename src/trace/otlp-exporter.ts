import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { outbound } from '#outbound/http-client.ts'
import type { Attributes, EndedSpan } from './tracer.ts'

export interface Collector {
  /** Base URL of OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Additional headers of the collector, such as its key. */
  readonly headers: Readonly<Record<string, string>>
  /** Role of our process: `api`, `worker`. */
  readonly process: string
  readonly version: string
  /** Receives the reason for lost spans. */
  readonly onLoss: (reason: string, count: number) => void
}

/** Random, because process IDs of machines and containers may be the same. */
const INSTANCE_ID = randomUUID()

const PAUSE_MS = 2000
const BATCH = 512
/** Maximum of waiting spans while a collector is unavailable; more are lost, because memory is for payments. */
const MOST = 4096
const TIMEOUT_MS = 10_000
const NANOSECONDS = 1_000_000
const KINDS = { server: 2, client: 3 }
const FAILED = 2

/** Sends spans in batches, in the JSON of OTLP 1 (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export class OtlpExporter {
  readonly #collector: Collector
  readonly #timer: NodeJS.Timeout
  #waiting: EndedSpan[] = []
  #lost = 0
  #sending: Promise<void> = Promise.resolve()

  constructor(collector: Collector) {
    this.#collector = collector
    this.#timer = setInterval(() => this.#flush(), PAUSE_MS).unref()
  }

  keep(span: EndedSpan): void {
    if (this.#waiting.length >= MOST) this.#lost += 1
    else this.#waiting.push(span)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flush()
  }

  #flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll())
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    if (this.#lost > 0) this.#collector.onLoss('too many', this.#lost)
    this.#lost = 0
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      const problem = await this.#send(batch)
      if (problem !== undefined) return this.#collector.onLoss(problem, batch.length)
    }
  }

  /** @returns why it failed */
  async #send(spans: readonly EndedSpan[]): Promise<string | undefined> {
    const { endpoint, headers } = this.#collector
    try {
      const { status } = await outbound.send({
        method: 'POST',
        url: `${endpoint}/v1/traces`,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ resourceSpans: [{ resource: this.#resource(), scopeSpans: [scopeOf(spans)] }] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return status >= 200 && status < 300 ? undefined : `the collector answered ${status}`
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'no answer in time' : 'the collector cannot be reached'
    }
  }

  #resource(): object {
    const { process: role, version } = this.#collector
    return {
      attributes: attributesOf({
        'service.namespace': 'tollgate',
        'service.name': `tollgate-${role}`,
        'service.version': version,
        'service.instance.id': INSTANCE_ID,
        'host.name': hostname(),
        'process.pid': process.pid,
      }),
    }
  }
}

function scopeOf(spans: readonly EndedSpan[]): object {
  return { scope: { name: 'tollgate' }, spans: spans.map(spanOf) }
}

function spanOf(span: EndedSpan): object {
  const { context, parentSpanId, name, kind, startedAt, endedAt, attributes, failed, cause } = span
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    ...(cause && { links: [{ traceId: cause.traceId, spanId: cause.spanId }] }),
    status: failed ? { code: FAILED } : {},
  }
}

const nanoseconds = (milliseconds: number) =>
  String(BigInt(Math.round(milliseconds * 1000)) * BigInt(NANOSECONDS / 1000))

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: typedValue(value!) }))
}

function typedValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
