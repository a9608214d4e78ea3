import { type AgreementTerms, moveRefusal } from '#domain/agreement.ts'
import type { Problem } from '#domain/problem.ts'
import type { Session } from '#domain/session.ts'
import { findAgreement } from '#store/agreements/agreements.ts'
import type { Gateway } from '../gateway.ts'

export type SessionTerms = AgreementTerms & { readonly currency: string }

export async function readSessionTerms(
  { sql }: Gateway,
  { merchantId, agreement, currency }: Session,
): Promise<SessionTerms | null> {
  if (!agreement) return null
  if (agreement.kind === 'new') return { ...agreement.terms, currency }
  return (await findAgreement(sql, merchantId, agreement.agreementId)) ?? null
}

/** Problems that a session's shopper could not fix. @param today in the merchant's time zone, by the merchant's clock */
export async function agreementProblems(
  { sql }: Gateway,
  { merchantId, agreement }: Pick<Session, 'merchantId' | 'agreement'>,
  today: string,
): Promise<Problem[]> {
  if (!agreement) return []
  if (agreement.kind === 'new') {
    const { endsOn } = agreement.terms
    const message = 'Use today or a later day.'
    return endsOn !== null && endsOn < today ? [{ property: 'agreement.ends_on', message, params: [today] }] : []
  }
  const found = await findAgreement(sql, merchantId, agreement.agreementId)
  const unknown = { message: 'No such agreement; use the ID of one of your agreements.', params: [] }
  const refusal = found ? moveRefusal(found, today) : unknown
  return refusal ? [{ property: 'agreement.id', message: refusal.message, params: refusal.params ?? [] }] : []
}
