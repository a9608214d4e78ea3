import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import { freePort } from '#test/ports.ts'

/** Secret that a receiver of webhooks verifies with. */
export const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`

interface Start {
  readonly node: string
  readonly folder: string
  readonly file: string
  readonly args?: readonly string[] | undefined
}

/** A guide's program in a process of its own. */
export interface Program {
  readonly url: string
  /** Waits until the output matches, and returns the first group. */
  prints(pattern: RegExp): Promise<string>
  /** Waits until it exits with 0, and returns the complete output. */
  output(): Promise<string>
  stop(): void
}

/** Starts a program with the Node of a merchant; a failure shows what it wrote to standard error. */
export async function startProgram({ node, folder, file, args = [] }: Start): Promise<Program> {
  const port = String(await freePort())
  const env = { DEMO: 'demo.json', PORT: port, WEBHOOK_SECRET }
  const child = spawn(node, [file, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    said.out += text
  })
  child.stderr.on('data', (text) => {
    said.err += text
  })
  const ended = once(child, 'close')
  return {
    url: `http://localhost:${port}`,
    async prints(pattern) {
      await Promise.race([expect.poll(() => said.out, { timeout: 30_000 }).toMatch(pattern), ended])
      expect(said).toEqual({ out: expect.stringMatching(pattern), err: '' })
      return pattern.exec(said.out)![1] ?? ''
    },
    async output() {
      const [code] = await ended
      expect({ code, err: said.err }).toEqual({ code: 0, err: '' })
      return said.out
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
