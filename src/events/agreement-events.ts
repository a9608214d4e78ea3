import type { Agreement, AgreementStatus } from '#domain/agreement.ts'
import type { CardExpiry } from '#domain/card-update.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { event } from './further-events.ts'

const TYPES: Readonly<Partial<Record<AgreementStatus, 'activated' | 'suspended' | 'ended'>>> = {
  ACTIVE: 'activated',
  SUSPENDED: 'suspended',
  CANCELED: 'ended',
  ENDED: 'ended',
}

/** Event of an agreement whose status changed, if it did. @param terminalId of the payment that changed it */
export function agreementEvents(
  before: Agreement | null,
  after: Agreement,
  expiry: CardExpiry | null,
  terminalId: string | null,
): readonly FurtherEvent[] {
  const kind = TYPES[after.status]
  if (!kind || before?.status === after.status) return []
  const type = `agreement.${kind}` as const
  const { merchantId, updatedAt: at } = after
  return [event(type, { merchantId, terminalId, at }, { ...after, expiry })]
}
