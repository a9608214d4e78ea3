import { existsSync, readFileSync } from 'node:fs'
import { unknownNames } from './config/unknown-names.ts'
import { type Config, readConfig } from './config.ts'
import { exitOnFatalError } from './exit-on-fatal-error.ts'
import { createLog } from './log.ts'
import { notifyWatchdog } from './supervisor/notify-watchdog.ts'
import { startupBanner } from './supervisor/startup-banner.ts'
import { Supervisor } from './supervisor/supervisor.ts'

/** npm passes the terminal's Ctrl-C on, so one key press arrives as two signals; a later one is a second press. */
const ONE_SIGNAL_MILLISECONDS = 1000

if (existsSync('.env')) process.loadEnvFile()
const config = configured()
const log = createLog(config.logLevel, 'supervisor')
exitOnFatalError(log)
notifyWatchdog(log)
if (existsSync('.env')) warnOfUnknownNames(readFileSync('.env', 'utf8'))
const supervisor = new Supervisor(config, log)
let stoppingSince: number | undefined
process.on('SIGINT', stopOrForce)
process.on('SIGTERM', stopOrForce)

try {
  await supervisor.start()
  // Unlike a write to the stream, this ignores a reader that is gone.
  console.log(startupBanner(config))
} catch (error) {
  if (stoppingSince === undefined) await giveUp(error as Error)
}

function configured(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** A misspelled setting has no effect, which is easily missed. */
function warnOfUnknownNames(text: string): void {
  for (const { name, meant } of unknownNames(text)) log.warn({ name, meant }, 'unknown setting in .env')
}

/** The first signal stops everything gracefully, the next one immediately. */
function stopOrForce(): void {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince > ONE_SIGNAL_MILLISECONDS) supervisor.kill()
    return
  }
  stoppingSince = Date.now()
  supervisor.stop().then(() => process.exit(0), giveUp)
}

async function giveUp(error: Error): Promise<void> {
  console.error(`Tollgate stops: ${error.message}`)
  stoppingSince ??= Date.now()
  await supervisor.stop().catch(() => undefined)
  process.exit(1)
}
