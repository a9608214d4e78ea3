import { EarlyAnswer } from '#http/request/early-answer.ts'
import type { PersonCaller } from '#identity/caller.ts'

export type MerchantPerson = PersonCaller & { readonly merchantId: string }

/** Merchant that a page shows. @throws EarlyAnswer to the list of merchants if a platform user has not chosen one */
export function requireMerchant({ merchantId }: PersonCaller): string {
  if (merchantId === null) throw new EarlyAnswer({ status: 303, location: '/dashboard/merchants' })
  return merchantId
}

/** Merchant that a page shows, and the user. @throws EarlyAnswer as `requireMerchant` */
export function requireMerchantPerson(caller: PersonCaller): MerchantPerson {
  return { ...caller, merchantId: requireMerchant(caller) }
}
