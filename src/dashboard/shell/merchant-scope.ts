import { EarlyAnswer } from '#http/request/early-answer.ts'
import type { PersonCaller } from '#identity/caller.ts'

/** A person whose pages are about one merchant. */
export type MerchantPerson = PersonCaller & { readonly merchantId: string }

/** The merchant a page is about. @throws Detour to all merchants where somebody of the platform has chosen none */
export function requireMerchant({ merchantId }: PersonCaller): string {
  if (merchantId === null) throw new EarlyAnswer({ status: 303, location: '/dashboard/merchants' })
  return merchantId
}

/** The same with the person. @throws Detour as `requireMerchant` */
export function requireMerchantPerson(caller: PersonCaller): MerchantPerson {
  return { ...caller, merchantId: requireMerchant(caller) }
}
