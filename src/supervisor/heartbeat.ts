import type { ChildProcess } from 'node:child_process'
import process from 'node:process'
import { sendMessage } from '#http/monitoring/send-message.ts'
import type { AliveMessage } from './messages.ts'

const BEAT_MS = 1000

/** Reports to the supervisor every second that the event loop runs. Call once in each supervised process. */
export function sayAlive(): void {
  setInterval(() => sendMessage<AliveMessage>(process, { kind: 'alive' }), BEAT_MS).unref()
}

/**
 * Watches a process with a heartbeat every second; ignores one without. Only seconds in which this process runs too
 * count, so a suspended machine raises no alarm.
 * @param maximum number of silent seconds @param onHang called once
 */
export function watchHeartbeat(child: ChildProcess, maximum: number, onHang: () => void): void {
  let silence: number | undefined
  child.on('message', (message: AliveMessage) => {
    if (message?.kind === 'alive') silence = 0
  })
  const watch = setInterval(() => {
    if (silence === undefined) return
    silence += 1
    if (silence <= maximum) return
    clearInterval(watch)
    onHang()
  }, BEAT_MS)
  watch.unref()
  child.once('exit', () => clearInterval(watch))
}
