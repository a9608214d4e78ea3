import type { Logger } from 'pino'

/** Logs an uncaught error and ends the process, because its state is unknown. */
export function exitOnFatalError(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'fatal error, exiting')
    process.exit(1)
  })
}
