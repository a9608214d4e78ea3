import type { Logger } from 'pino'
import { VERSION } from '#http/version.ts'
import type { Config } from './config.ts'

/** Starts tracing if there is a collector; without one, nothing is loaded. @param role of the process: `api`, `worker` */
export async function openTracing(
  { otlpEndpoint: endpoint, otlpHeaders, traceShare }: Config,
  role: string,
  log: Logger,
): Promise<{ close(): Promise<void> } | undefined> {
  if (endpoint === undefined) return undefined
  const { startTracing } = await import('#trace/start.ts')
  const headers = otlpHeaders?.reveal() ?? {}
  const onLoss = (reason: string, spans: number) => log.warn({ reason, spans }, 'spans lost')
  return startTracing({ endpoint, headers, process: role, version: VERSION, onLoss }, traceShare)
}
