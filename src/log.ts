import { type LogFn, type Logger, pino, type SerializerFn } from 'pino'
import { traceId } from '#trace/index.ts'
import type { DatabaseOutage } from './log/database-outage.ts'
import { scrub } from './log/scrub.ts'

/** Names whose values are never logged, regardless of their place in a call. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'client_secret',
  'clientSecret',
  'access_token',
  'password',
  'secret',
  'card',
  'cvv',
  'cryptogram',
  'payment_data',
  'paymentData',
  'payment_method',
  'paymentMethod',
]

function traced(): object {
  const trace_id = traceId()
  return trace_id === undefined ? {} : { trace_id }
}

/** Loggable part of an error. PostgreSQL's errors include the row (`detail`) and parameters, which are omitted. */
const serializeError: SerializerFn = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause, code, constraint, table } = error as Error & Record<string, unknown>
  const told = { name, message, stack, code, constraint_name: constraint, table_name: table }
  return cause === undefined ? told : { ...told, cause: serializeError(cause) }
}

/** Logs the path without its query, which may hold secrets. */
const serializeRequest: SerializerFn = ({ id, method, url }) => ({ id, method, path: String(url).split('?')[0] })

const serializeResponse: SerializerFn = ({ statusCode }) => ({ statusCode })

/** Logger of JSON lines without card numbers. @param write receives each line @param outage receives database errors */
export function createLog(
  level: string,
  processName: string,
  write = standardOutput(),
  outage?: DatabaseOutage,
): Logger {
  const options = {
    level,
    base: { process: processName, pid: process.pid },
    mixin: traced,
    hooks: {
      logMethod(this: Logger, line: Parameters<LogFn>, method: LogFn) {
        if (!outage?.replaces(line)) method.apply(this, line)
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError, req: serializeRequest, res: serializeResponse },
    redact: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  }
  return pino(options, { write: (line: string) => write(scrub(line)) })
}

/** A full disk or a closed pipe must not stop the gateway, so failing to log is no error. */
function standardOutput(): (line: string) => void {
  const destination = pino.destination({ fd: 1, sync: true })
  destination.on('error', () => undefined)
  return (line) => void destination.write(line)
}
