import type { Iso8583 } from '#providers/iso8583/index.ts'
import type { Gateway } from '../gateway.ts'
import { accessTo } from '../provider-calls/call-provider.ts'
import { accountOf } from '../provider-calls/inquire.ts'

/**
 * Sends the reversals that an acquirer has not confirmed yet, also of accounts that were made inactive since.
 * @returns whether there may be more
 */
export function repeatAcquirerReversals(gateway: Gateway, iso8583: Iso8583): Promise<boolean> {
  return iso8583.repeatReversals(async (request) => accessTo(gateway, await accountOf(gateway, request)))
}
