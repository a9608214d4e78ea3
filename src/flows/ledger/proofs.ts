import { newId } from '#domain/ids.ts'
import { beginNightlyProof, beginProof, endProof, type NightlyProof } from '#store/ledger/ledger-proofs.ts'
import { digestSeals } from '#store/ledger/ledger-seals.ts'
import type { Gateway } from '../gateway.ts'
import { type ProofStep, proveLedger, type Verification } from './verify.ts'

/** All sealed days are due after so many. */
const MOST_NIGHTS = 30
const MOST_LOGGED = 20

/** Verifies the ledger and stores the result (docs/operate/ledger.md). Parameters are those of `proveLedger`. */
export async function runVerification(
  gateway: Gateway,
  signal: AbortSignal,
  began?: (step: ProofStep) => void,
): Promise<Verification> {
  const proofId = newId('prf')
  await beginProof(gateway.sql, proofId)
  return finish(gateway, proofId, signal, began)
}

/** Verifies the ledger once a night, over all workers. The log keeps a digest of the seals outside the database. */
export async function proveNightly(gateway: Gateway): Promise<boolean> {
  const proof = await beginNightlyProof(gateway.sql)
  if (!proof) return false
  const { proofId: proof_id } = proof
  await finish(gateway, proof_id, new AbortController().signal, undefined, nightsOf(proof))
  gateway.log.info({ proof_id, ...(await digestSeals(gateway.sql)) }, 'ledger sealed')
  return false
}

/** Nights since the last that ended, so that none is left out. */
function nightsOf({ night, lastNight }: NightlyProof): number[] {
  const missed = Math.min(night - (lastNight ?? night - 1), MOST_NIGHTS)
  return Array.from({ length: missed }, (_, number) => night - number)
}

async function finish(
  gateway: Gateway,
  proofId: string,
  signal: AbortSignal,
  began?: (step: ProofStep) => void,
  nights?: readonly number[],
): Promise<Verification> {
  return proveLedger(gateway, signal, began, nights, async ({ checked, discrepancies }) => {
    await endProof(gateway.sql, proofId, { transactions: checked.transactions, discrepancies: discrepancies.length })
    const result = { proof_id: proofId, discrepancies: discrepancies.length }
    const found = discrepancies.slice(0, MOST_LOGGED)
    if (found.length === 0) gateway.log.info(result, 'ledger verified')
    else gateway.log.error({ ...result, found }, 'ledger verification failed; see docs/operate/ledger.md')
  })
}
