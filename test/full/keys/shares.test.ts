// @module-tag full
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'

// `keys split` on a terminal, which `script` of util-linux provides.

const hasTerminal = spawnSync('script', ['--version']).error === undefined
const SHARE = /[A-Za-z0-9+/]{43}=/g
const ERASED = '\x1b[2J\x1b[3J\x1b[H'

let ends: (() => void) | undefined
afterEach(() => ends?.())

async function splitOnTerminal() {
  const command = `${process.execPath} src/cli/index.ts keys split --shares 2`
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, DATA_DIR: '/nonexistent' },
  })
  ends = () => child.kill('SIGKILL')
  let shown = ''
  child.stdout.on('data', (text) => (shown += text))
  const ended = once(child, 'exit')
  const shows = (text: string) => expect.poll(() => shown, { timeout: 20_000 }).toContain(text)
  return { child, ended, shows, shown: () => shown }
}

describe.skipIf(!hasTerminal)('keys split on a terminal', () => {
  it('shows each share once, and erases it before the next', { timeout: 60_000 }, async () => {
    const { child, ended, shows, shown } = await splitOnTerminal()
    await shows('Share 1 of 2')
    await shows('press Enter')
    expect(shown().match(SHARE)).toHaveLength(1)
    child.stdin.write('\r')
    await shows('Share 2 of 2')
    child.stdin.write('\r')
    expect(await ended).toEqual([0, null])
    const [one, two] = shown().match(SHARE)!
    expect(shown().match(SHARE)).toEqual([one, two])
    expect(one).not.toBe(two)
    expect(shown().split(ERASED)).toHaveLength(3)
    expect(shown().split(ERASED)[2]).toMatch(/master key id +[0-9a-f]{8}/)
  })

  it('shows no further share after Ctrl-C', { timeout: 60_000 }, async () => {
    const { child, ended, shows, shown } = await splitOnTerminal()
    await shows('press Enter')
    child.stdin.write('\x03')
    await ended
    expect(shown().match(SHARE)).toHaveLength(1)
  })
})
