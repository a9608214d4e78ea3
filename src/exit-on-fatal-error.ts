import type { Logger } from 'pino'

/** Writes an error that was not caught as a line of the log and ends the process, because its state is unknown. */
export function exitOnFatalError(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'fatal error, exiting')
    process.exit(1)
  })
}
