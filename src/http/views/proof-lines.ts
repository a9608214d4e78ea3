import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofStep, Verification } from '#flows/ledger/verify.ts'
import { verificationView } from './ledger.ts'

const PAUSE_MS = 1000

/**
 * Lines of JSON: what a proof is at, once a second, which also keeps the connection in use, and at last its result.
 * @param prove hears of each check as it begins
 */
export async function* proofLines(
  prove: (began: (step: ProofStep) => void) => Promise<Verification>,
): AsyncGenerator<string> {
  const beganAt = performance.now()
  let step: ProofStep | undefined
  const proof = prove((next) => {
    step = next
  })
  // Whoever asked may be gone before it fails.
  proof.catch(() => undefined)
  for (;;) {
    const result = await Promise.race([proof, sleep(PAUSE_MS)])
    if (result) return yield `${JSON.stringify(verificationView(result))}\n`
    const seconds = Math.round((performance.now() - beganAt) / 1000)
    if (step) yield `${JSON.stringify({ ...step, seconds })}\n`
  }
}
