import { setTimeout as sleep } from 'node:timers/promises'
import { type Access, UnknownOutcome } from './provider.ts'

/** Refuses a call whose time is over before it began. @param provider as in a sentence @throws UnknownOutcome */
export function requireTime<Begun extends Access>(call: Begun, provider: string): Begun {
  if (call.signal.aborted) throw new UnknownOutcome(`There was no time left to ask ${provider}.`)
  return call
}

/** True if an attempt is of the account's merchant: no other one learns of it. */
export function isOfMerchant({ account }: Access, { merchantId }: { readonly merchantId: string }): boolean {
  return account.merchantId === merchantId
}

/** Waits before a request is repeated. @param message if the call ends first @throws UnknownOutcome */
export async function pause(milliseconds: number, signal: AbortSignal, message: string): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch {
    throw new UnknownOutcome(message)
  }
}
