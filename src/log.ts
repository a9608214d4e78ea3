import { type LogFn, type Logger, pino, type SerializerFn } from 'pino'
import { traceId } from '#trace/index.ts'
import type { DatabaseOutage } from './log/database-outage.ts'
import { scrub } from './log/scrub.ts'

/** Names whose values are never logged, wherever a careless call puts them. */
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

/** A line that is written within a trace names it. */
function traced(): object {
  const trace_id = traceId()
  return trace_id === undefined ? {} : { trace_id }
}

/** What may be told of an error. PostgreSQL's own carry the row (`detail`) and the parameters, which are left out. */
const serializeError: SerializerFn = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause, code, constraint, table } = error as Error & Record<string, unknown>
  const told = { name, message, stack, code, constraint_name: constraint, table_name: table }
  return cause === undefined ? told : { ...told, cause: serializeError(cause) }
}

/** A path names what was asked for; a query may carry what nobody should read. */
const serializeRequest: SerializerFn = ({ id, method, url }) => ({ id, method, path: String(url).split('?')[0] })

const serializeResponse: SerializerFn = ({ statusCode }) => ({ statusCode })

/**
 * A logger that writes a JSON object a line and never a card number.
 * @param level as LOG_LEVEL
 * @param processName tells the processes apart
 * @param write takes each line; standard output unless a test listens
 * @param outage takes the errors of a database that is away
 */
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

/** A full disk or a closed pipe must not stop the gateway, so that failing to log is no error. */
function standardOutput(): (line: string) => void {
  const destination = pino.destination({ fd: 1, sync: true })
  destination.on('error', () => undefined)
  return (line) => void destination.write(line)
}
