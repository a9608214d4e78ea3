import type { Gateway } from './gateway.ts'

/** Whom a wallet token has to be meant for (docs/reference/tokens.md#wallet-tokens). */
export function walletRecipientOf({ settings }: Pick<Gateway, 'settings'>): string {
  return `gateway:${settings.gatewayId}`
}
