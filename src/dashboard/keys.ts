import { rotateEncryptionKey } from '#flows/admin/merchants.ts'
import { rotateFirstSecret } from '#flows/clients/index.ts'
import { isInReach, reachOfRole, WITHOUT_LIMITS } from '#flows/clients/reach.ts'
import { showOwnKeys } from '#flows/keys/own-keys.ts'
import { type Html, html } from '#html/html.ts'
import { get } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { OwnKeys } from '#interface/keys.ts'
import { OverlapForm, overlapField, overlapOf } from './clients/overlap.ts'
import { postButton, postForm, type Shown } from './parts/form.ts'
import { badge, formatTime } from './parts/format.ts'
import { codeBlock, copiedText, factList, secretOnce, sheet } from './parts/sheet.ts'
import { credentialOf, stashCredential } from './shell/one-time-secret.ts'
import { action, requireMerchant, screen } from './shell/screen.ts'

type EncryptionKey = OwnKeys['encryptionKeys'][number]

const KEYS_PATH = '/dashboard/keys'

const keys = screen({
  path: KEYS_PATH,
  permission: 'keys.read',
  done: { rotated: 'Key rotated. Update your server within 24 hours; until then the previous key works too.' },
  read: (gateway, { merchantId }) => showOwnKeys(gateway, merchantId),
  secret: (own) => credentialOf(own.clientId ?? ''),
  show: (caller, own, shown) => ({
    title: 'Keys',
    lead: 'Credentials for your servers, and keys for your pages.',
    body: html`${shown.secret !== undefined && newSecret(shown.secret)}
${client(caller, own, shown)}
${clientKey(own)}
${encryption(caller, own)}
${wallets(own)}`,
  }),
})

function newSecret(value: string): Html {
  const words = 'Update your server with it before the previous secret ends.'
  return secretOnce({ field: 'client-secret', label: 'Client secret', value, words })
}

function client(caller: PersonCaller, { clientId: id, clientSecretSince: since }: OwnKeys, shown: Shown): Html {
  const isAllowed = may(caller, 'keys.rotate') && isInReach(reachOfRole(caller.role), WITHOUT_LIMITS)
  const words = html`<p class="muted">Your server uses these to get access tokens. This client may do everything.</p>`
  const facts = factList([
    ['Client ID', id && copiedText(id, 'client ID'), 'client-id'],
    ['Secret created', since && formatTime(since, caller.timeZone), 'client-secret-since'],
  ])
  return sheet('client', 'Your server', words, facts, id !== null && isAllowed && rotateSecret(caller, shown))
}

function rotateSecret(caller: PersonCaller, shown: Shown): Html {
  const name = 'rotate-client-secret'
  const body = html`${overlapField(shown)}
<p class="form-actions"><button class="button button-secondary" data-action="${name}">Rotate secret</button></p>`
  return postForm(caller, { name, action: `${KEYS_PATH}/${name}`, body })
}

function clientKey({ clientKey: key }: OwnKeys): Html {
  const words = html`<p class="muted">Identifies you on pages with embedded card fields. It is safe to publish.</p>`
  return sheet('pages', 'Your pages', words, factList([['Client key', copiedText(key, 'client key'), 'client-key']]))
}

function encryption(caller: PersonCaller, { encryptionKeys }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="encryption">
<div class="sheet-head"><h2 id="encryption">Public key for card fields</h2>
${may(caller, 'keys.rotate') && rotate(caller, 'rotate-encryption-key', 'Rotate key')}</div>
<p class="muted">Encrypt card fields with the current key. After a rotation, the previous key works for 24 more hours.</p>
${encryptionKeys.map((key) => encryptionKey(caller, key))}
</section>`
}

function encryptionKey({ timeZone }: PersonCaller, key: EncryptionKey): Html {
  const isPresent = key.retiresAt === null
  return html`<article class="part" data-id="${key.keyId}">
<p class="sheet-head"><code translate="no">${key.keyId}</code> ${isPresent ? badge('Current', 'success') : badge('Retiring', 'warning')}</p>
${factList([
  ['Fingerprint (SHA-256)', html`<code translate="no" class="breaks">${key.fingerprint}</code>`, 'fingerprint'],
  ['Created', formatTime(key.createdAt, timeZone), 'created'],
  ['Works until', key.retiresAt && formatTime(key.retiresAt, timeZone, 'second'), 'retires'],
])}
${isPresent && codeBlock(key.publicKey.trim(), 'Public key', 'public-key')}
${isPresent && html`<p><a class="button button-secondary" href="${KEYS_PATH}/public-key.pem" download data-action="download-public-key">Download as PEM</a></p>`}
</article>`
}

function wallets({ gatewayId, merchantId, walletRecipients, walletPublicKeys: [walletKey] }: OwnKeys): Html {
  const ids = factList([
    ['Gateway ID', copiedText(gatewayId, 'gateway ID'), 'gateway-id'],
    ['Merchant ID', copiedText(merchantId, 'merchant ID'), 'merchant-id'],
    ['Your recipients', walletRecipients.join(', '), 'wallet-recipients'],
    ['Public key', walletKey !== undefined && copiedText(walletKey, 'wallet public key'), 'wallet-public-key'],
  ])
  const words = html`<p class="muted">Wallet providers ask for both IDs. Tokens for your own recipients use the public key instead.</p>`
  return sheet('wallets', 'Wallets', words, ids)
}

function rotate(caller: PersonCaller, does: string, words: string): Html {
  return postButton(caller, { action: `${KEYS_PATH}/${does}`, words, does })
}

const publicKeyRoute = get(`${KEYS_PATH}/public-key.pem`, {
  guard: 'person',
  permission: 'keys.read',
  handle: async (gateway, { caller }) => {
    const { encryptionKeys } = await showOwnKeys(gateway, requireMerchant(caller))
    const text = encryptionKeys[0]?.publicKey ?? ''
    const headers = { 'content-disposition': 'attachment; filename="tollgate-public-key.pem"' }
    return { status: 200, text, contentType: 'application/x-pem-file', headers }
  },
})

const rotateSecretRoute = action(keys, {
  at: '/rotate-client-secret',
  permission: 'keys.rotate',
  body: OverlapForm,
  does: async (gateway, { caller, merchantId, actor, body }) => {
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await rotateFirstSecret(gateway, manager, merchantId, overlapOf(body))
    return keys.to({}, undefined, stashCredential(gateway, caller, issued))
  },
})

const rotateKeyRoute = action(keys, {
  at: '/rotate-encryption-key',
  permission: 'keys.rotate',
  done: 'rotated',
  does: async (gateway, { merchantId, actor }) => {
    await rotateEncryptionKey(gateway, actor, merchantId)
  },
})

export const keyRoutes = [keys.route, publicKeyRoute, rotateSecretRoute, rotateKeyRoute]
