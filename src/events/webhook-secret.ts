import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import type { EarlierSecrets, ReplacedSecrets } from '#store/events/webhook-endpoints.ts'
import type { Vault } from '#vault/vault.ts'

const SIZE = 32

/** Signing key of an endpoint's webhooks: 32 random bytes (Standard Webhooks: 24 to 64). */
export type WebhookSecret = Secret<Uint8Array>

export function newWebhookSecret(): WebhookSecret {
  return new Secret<Uint8Array>(randomBytes(SIZE))
}

/** Secret as the merchant receives it, once: `whsec_` and standard Base64. */
export function encodedSecret(secret: WebhookSecret): string {
  return `whsec_${Buffer.from(secret.reveal()).toString('base64')}`
}

/** Seals a secret under the master key, bound to its endpoint. */
export function sealSecret(vault: Vault, webhookEndpointId: string, secret: WebhookSecret): Uint8Array {
  return vault.seal(secret.reveal(), contextOfWebhookSecret(webhookEndpointId))
}

/** @throws if the secret was sealed for another endpoint or changed */
export function openSecret(vault: Vault, webhookEndpointId: string, sealed: Uint8Array): WebhookSecret {
  return new Secret<Uint8Array>(vault.open(sealed, contextOfWebhookSecret(webhookEndpointId)))
}

/** Maximum of signing secrets besides the current and the previous one. */
const MOST_EARLIER = 10

/** Earlier secrets after a rotation: the previous one becomes the newest of them. */
export function sealEarlier(vault: Vault, webhookEndpointId: string, replaced: ReplacedSecrets): EarlierSecrets {
  const { previous, earlier } = replaced
  if (previous === null && earlier.until.length === 0) return { sealed: null, until: [] }
  const open = (sealed: Uint8Array) => openSecret(vault, webhookEndpointId, sealed)
  const secrets = [
    ...(previous ? [open(previous.sealed)] : []),
    ...(earlier.sealed ? partsOf(open(earlier.sealed), earlier.until.length) : []),
  ].slice(0, MOST_EARLIER)
  const until = [...(previous ? [previous.until] : []), ...earlier.until].slice(0, MOST_EARLIER)
  const joined = new Secret<Uint8Array>(Buffer.concat(secrets.map((secret) => secret.reveal())))
  return { sealed: sealSecret(vault, webhookEndpointId, joined), until }
}

/** Decrypts the first secrets of those sealed as one value. */
export function partsOf(joined: WebhookSecret, count: number): WebhookSecret[] {
  const bytes = joined.reveal()
  const starts = Array.from({ length: count }, (_, place) => place * SIZE)
  return starts.map((start) => new Secret<Uint8Array>(bytes.subarray(start, start + SIZE)))
}

export function contextOfWebhookSecret(webhookEndpointId: string): string {
  return `webhook secret of ${webhookEndpointId}`
}
