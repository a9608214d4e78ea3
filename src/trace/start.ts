import { useTracer } from './index.ts'
import { type Collector, OtlpExporter } from './otlp-exporter.ts'
import { Tracer } from './tracer.ts'

/** @param share of recorded traces that begin here, 0 to 1 @returns ends tracing, after sending the waiting spans */
export function startTracing(collector: Collector, share: number): { close(): Promise<void> } {
  const exporter = new OtlpExporter(collector)
  useTracer(new Tracer((span) => exporter.keep(span), share))
  return {
    close: () => {
      useTracer(undefined)
      return exporter.close()
    },
  }
}
