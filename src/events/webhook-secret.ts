import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import type { Vault } from '#vault/vault.ts'

const SIZE = 32

/** The key an endpoint's webhooks are signed with: 32 random bytes (Standard Webhooks: 24 to 64). */
export type WebhookSecret = Secret<Uint8Array>

/** A fresh secret for one endpoint. */
export function newWebhookSecret(): WebhookSecret {
  return new Secret<Uint8Array>(randomBytes(SIZE))
}

/** The secret as the merchant gets it, once: `whsec_` and standard Base64. */
export function encodedSecret(secret: WebhookSecret): string {
  return `whsec_${Buffer.from(secret.reveal()).toString('base64')}`
}

/** What the database keeps: sealed under the master key, bound to its endpoint. */
export function sealSecret(vault: Vault, webhookEndpointId: string, secret: WebhookSecret): Uint8Array {
  return vault.seal(secret.reveal(), contextOfWebhookSecret(webhookEndpointId))
}

/** @throws where the secret was sealed for another endpoint or changed */
export function openSecret(vault: Vault, webhookEndpointId: string, sealed: Uint8Array): WebhookSecret {
  return new Secret<Uint8Array>(vault.open(sealed, contextOfWebhookSecret(webhookEndpointId)))
}

/** What an endpoint's secrets are bound to, the present one and the one before. */
export function contextOfWebhookSecret(webhookEndpointId: string): string {
  return `webhook secret of ${webhookEndpointId}`
}
