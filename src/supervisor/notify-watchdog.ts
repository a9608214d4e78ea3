import { execFile } from 'node:child_process'
import type { Logger } from 'pino'

/** Notifies systemd twice in each `WatchdogSec`, through its own program: Node has no Unix datagram sockets. */
export function notifyWatchdog(log: Logger, env: NodeJS.ProcessEnv = process.env): NodeJS.Timeout | undefined {
  const limitMs = Number(env.WATCHDOG_USEC) / 1000
  if (!env.NOTIFY_SOCKET || !(limitMs > 0)) return undefined
  const notify = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], { env }, (error) => {
      if (error) log.warn(error, 'watchdog of systemd not notified')
    })
  notify()
  return setInterval(notify, limitMs / 2).unref()
}
