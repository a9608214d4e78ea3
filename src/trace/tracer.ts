import { AsyncLocalStorage } from 'node:async_hooks'
import { newSpanId, newTraceId, readTraceparent, type SpanContext, writeTraceparent } from './trace-context.ts'

/** Facts of a span; undefined ones are omitted. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanKind = 'server' | 'client'

export interface EndedSpan {
  readonly context: SpanContext
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  /** Unix time in milliseconds, with fractions. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly failed: boolean
  /** Span of another trace that led to it. */
  readonly cause: SpanContext | undefined
}

export interface OpenSpan {
  /** Runs an action as part of the span. */
  within<T>(act: () => T): T
  note(attributes: Attributes): void
  /** @param changes known only at its end */
  end(changes?: { readonly name?: string; readonly failed?: boolean }): void
}

/** Tracks the current span, and forwards completed ones. */
export class Tracer {
  readonly #under = new AsyncLocalStorage<SpanContext>()
  readonly #keep: (span: EndedSpan) => void
  readonly #share: number

  /** @param share of recorded traces that begin here, 0 to 1; a request's trace is as its caller decided */
  constructor(keep: (span: EndedSpan) => void, share: number) {
    this.#keep = keep
    this.#share = share
  }

  current(): SpanContext | undefined {
    return this.#under.getStore()
  }

  headers(): { traceparent?: string } {
    const context = this.current()
    return context ? { traceparent: writeTraceparent(context) } : {}
  }

  beginRequest(traceparent: string | undefined): OpenSpan {
    return this.begin('request', 'server', {}, readTraceparent(traceparent))
  }

  /** Current position, stored for later work; undefined if nothing is recorded. */
  kept(): string | undefined {
    const context = this.current()
    return context?.isSampled ? writeTraceparent(context) : undefined
  }

  begin(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent = this.current(),
    cause: SpanContext | undefined = undefined,
  ): OpenSpan {
    const context = this.#contextBelow(parent)
    const startedAt = now()
    let known = attributes
    return {
      within: (act) => this.#under.run(context, act),
      note: (more) => {
        known = { ...known, ...more }
      },
      end: (changes = {}) => {
        if (!context.isSampled) return
        const common = { context, parentSpanId: parent?.spanId, kind, startedAt, endedAt: now(), cause }
        this.#keep({ ...common, name: changes.name ?? name, attributes: known, failed: changes.failed ?? false })
      },
    }
  }

  async run<T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    act: (note: (attributes: Attributes) => void) => Promise<T>,
    cause?: string,
  ): Promise<T> {
    const span = this.begin(name, kind, attributes, this.current(), readTraceparent(cause))
    let failed = true
    try {
      const value = await span.within(() => act(span.note))
      failed = false
      return value
    } finally {
      span.end({ failed })
    }
  }

  #contextBelow(parent: SpanContext | undefined): SpanContext {
    if (parent) return { ...parent, spanId: newSpanId() }
    return { traceId: newTraceId(), spanId: newSpanId(), isSampled: Math.random() < this.#share }
  }
}

/** Monotonic. */
const now = () => performance.timeOrigin + performance.now()
