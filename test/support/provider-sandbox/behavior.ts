import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxAnswer } from './server.ts'

/** Way to lose an answer: whether the sandbox executes the request, and the answer. */
interface Fault {
  readonly carriesOut: boolean
  readonly answer: SandboxAnswer
}

const ERROR: SandboxAnswer = { status: 500, raw: '{"message":"Internal error"}' }
const CUT: SandboxAnswer = { status: 200, raw: '{"id":"5O190' }

/** By a word that the merchant's reference holds. */
const FAULTS: Readonly<Record<string, Fault>> = {
  silence: { carriesOut: false, answer: 'silence' },
  'silence-after': { carriesOut: true, answer: 'silence' },
  reset: { carriesOut: true, answer: 'reset' },
  'error-500': { carriesOut: false, answer: ERROR },
  'error-500-after': { carriesOut: true, answer: ERROR },
  cut: { carriesOut: true, answer: CUT },
}

/** How long a sandbox takes, so that requests overlap. */
const LONGEST_MS = 15

/** Behavior of a sandbox: answers after a delay, and loses an answer the first time it is ordered to. */
export class Conduct {
  readonly #struck = new Set<string>()

  async think(): Promise<void> {
    await sleep(Math.random() * LONGEST_MS)
  }

  /**
   * @param word `silence`, `cut` … lose the answer; any other does nothing
   * @param key what is executed: a fault strikes it once
   */
  carryOut(word: string, key: string, act: () => SandboxAnswer): SandboxAnswer {
    const fault = FAULTS[word]
    const strikes = fault !== undefined && !this.#struck.has(key)
    this.#struck.add(key)
    if (strikes && !fault.carriesOut) return fault.answer
    const answer = act()
    return strikes ? fault.answer : answer
  }
}
