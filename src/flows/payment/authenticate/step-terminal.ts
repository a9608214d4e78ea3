import { findAuthentication } from '#store/three-ds/authentications.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../../gateway.ts'

/** Terminal of a 3-D Secure step. @returns undefined for an ID that only `payment_data` identifies */
export async function findStepTerminal({ sql }: Gateway, merchantId: string, id: string): Promise<string | undefined> {
  const authentication = await findAuthentication(sql, merchantId, id)
  return (await findTransaction(sql, merchantId, authentication?.transactionId ?? id))?.terminalId
}
