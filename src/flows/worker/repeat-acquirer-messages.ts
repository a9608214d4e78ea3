import type { Iso8583 } from '#providers/iso8583/index.ts'
import type { Gateway } from '../gateway.ts'
import { accountOf } from '../payment/inquiry/inquire.ts'
import { accessTo } from '../provider-calls/call-provider.ts'

/** Repeats unanswered reversals and captures, also of inactive accounts. @returns true if there may be more */
export async function repeatAcquirerMessages(gateway: Gateway, iso8583: Iso8583): Promise<boolean> {
  const access = async (request: Parameters<typeof accountOf>[1]) =>
    accessTo(gateway, await accountOf(gateway, request))
  const more = await Promise.all([iso8583.repeatReversals(access), iso8583.repeatCaptures(access)])
  return more.includes(true)
}
