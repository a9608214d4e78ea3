import { useTracer } from './index.ts'
import { type Collector, OtlpExporter } from './otlp-exporter.ts'
import { Tracer } from './tracer.ts'

/** @param share of traces that begin here and are recorded, 0 to 1 @returns ends it, and sends what still waits */
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
