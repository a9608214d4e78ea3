import { Writable } from 'node:stream'
import { pino } from 'pino'

/** A log whose lines a test can read. */
export function keepLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: pino(stream), lines }
}
