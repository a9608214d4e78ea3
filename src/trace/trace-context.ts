import { randomBytes } from 'node:crypto'

/** Position in a trace (W3C Trace Context). */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/
/** Version 00 ends with the flags. */
const LENGTH = 55
const SAMPLED = 1
/** Digit runs of this length look like card numbers, which the log would mask. */
const MANY_DIGITS = /\d{12}/

/** @returns undefined for a header that is not understood */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (!traceId || !spanId || (header!.startsWith('00') && header!.length !== LENGTH)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & SAMPLED) === SAMPLED }
}

export function writeTraceparent({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

export function newTraceId(): string {
  for (;;) {
    const id = randomBytes(16).toString('hex')
    if (!MANY_DIGITS.test(id)) return id
  }
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex')
}
