import type { Attributes, OpenSpan, Tracer } from './tracer.ts'

export type { Attributes, OpenSpan }

/** Tracer that stores spans; undefined if tracing is off, which then costs nothing. */
let tracer: Tracer | undefined

/** Sets the tracer of new spans; undefined ends tracing. */
export function useTracer(wanted: Tracer | undefined): void {
  tracer = wanted
}

const UNHEARD = () => undefined

/** Runs an action as a span. @param attributes names and our IDs, no personal data @param cause another trace (`keptTrace`) */
export function traced<T>(
  name: string,
  attributes: Attributes,
  act: (note: (attributes: Attributes) => void) => Promise<T>,
  cause?: string,
): Promise<T> {
  return tracer ? tracer.run(name, 'client', attributes, act, cause) : act(UNHEARD)
}

/** Traces within a running trace; otherwise only runs the action. */
export function tracedWithin<T>(name: string, attributes: Attributes, act: () => Promise<T>): Promise<T> {
  return tracer?.current() ? tracer.run(name, 'client', attributes, act) : act()
}

/** Begins a span for a request. @param traceparent the caller's header */
export function beginRequest(traceparent: string | undefined): OpenSpan | undefined {
  return tracer?.beginRequest(traceparent)
}

export function traceId(): string | undefined {
  return tracer?.current()?.traceId
}

/** Headers that continue the current trace in another service. */
export function traceHeaders(): { traceparent?: string } {
  return tracer?.headers() ?? {}
}

/** Current position in a recorded trace, stored for later work; null without one. */
export function keptTrace(): string | null {
  return tracer?.kept() ?? null
}
