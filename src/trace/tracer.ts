import { AsyncLocalStorage } from 'node:async_hooks'
import { newSpanId, newTraceId, readTraceparent, type SpanContext, writeTraceparent } from './trace-context.ts'

/** What is known of a span; undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanKind = 'server' | 'client'

/** A span that is over. */
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
  /** Of another trace that led to it. */
  readonly cause: SpanContext | undefined
}

/** A span that is in progress. */
export interface OpenSpan {
  /** Does something as a part of it. */
  within<T>(act: () => T): T
  note(attributes: Attributes): void
  /** @param changes what became known at its end */
  end(changes?: { readonly name?: string; readonly failed?: boolean }): void
}

/** Keeps track of which span is in progress where, and hands over those that are over. */
export class Tracer {
  readonly #under = new AsyncLocalStorage<SpanContext>()
  readonly #keep: (span: EndedSpan) => void
  readonly #share: number

  /** @param share of traces that begin here and are recorded, 0 to 1; one that came with a request is as its caller says */
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

  /** The place that is in progress, for what is kept and goes on later; undefined where nothing is recorded. */
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

/** Of one clock that never goes back. */
const now = () => performance.timeOrigin + performance.now()
