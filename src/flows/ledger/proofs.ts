import { newId } from '#domain/ids.ts'
import { beginNightlyProof, beginProof, endProof } from '#store/ledger/ledger-proofs.ts'
import type { Gateway } from '../gateway.ts'
import { type ProofStep, proveLedger, type Verification } from './verify.ts'

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

/** Verifies the ledger once a night, over all workers. */
export async function proveNightly(gateway: Gateway): Promise<boolean> {
  const proofId = await beginNightlyProof(gateway.sql)
  if (proofId === undefined) return false
  const { discrepancies } = await finish(gateway, proofId, new AbortController().signal)
  const found = { proof_id: proofId, discrepancies: discrepancies.length }
  if (discrepancies.length > 0) gateway.log.error(found, 'ledger verification failed; run tollgate ledger verify')
  else gateway.log.info(found, 'ledger verified')
  return false
}

async function finish(
  gateway: Gateway,
  proofId: string,
  signal: AbortSignal,
  began?: (step: ProofStep) => void,
): Promise<Verification> {
  const verification = await proveLedger(gateway, signal, began)
  const { checked, discrepancies } = verification
  const result = { transactions: checked.transactions, discrepancies: discrepancies.length }
  await endProof(gateway.sql, proofId, result)
  return verification
}
