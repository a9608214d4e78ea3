import type { OwnKeys } from '#flows/keys/own-keys.ts'
import { may } from '#identity/permissions.ts'
import { type Html, html } from '../html.ts'
import { codeBlock, copyButton, secretOnce } from './parts/code-block.ts'
import { doneNotice } from './parts/done.ts'
import { factList } from './parts/facts.ts'
import { postButton } from './parts/form.ts'
import { badge, timeOf } from './parts/words.ts'
import { type DashboardPageAnswer, dashboardPage } from './shell.ts'
import type { Viewer } from './viewer.ts'

interface KeysView {
  readonly keys: OwnKeys
  readonly secret?: string | undefined
  readonly done?: string | undefined
}

type EncryptionKey = OwnKeys['encryptionKeys'][number]

const PATH = '/dashboard/keys'

/** What a merchant's servers and pages identify themselves with. */
export function keysPage(caller: Viewer, { keys, secret, done }: KeysView): DashboardPageAnswer {
  const body = html`${doneNotice(done)}
${secret !== undefined && newSecret(secret)}
${client(caller, keys)}
${clientKey(keys)}
${encryption(caller, keys)}
${wallets(keys)}`
  const lead = 'What your servers and your pages identify themselves with.'
  return dashboardPage(caller, { page: 'keys', title: 'Keys', lead, body })
}

function newSecret(value: string): Html {
  const words = 'The one before is refused from now on. Give this one to your server.'
  return secretOnce({ field: 'client-secret', label: 'Client secret', value, words })
}

function copied(text: string, what: string): Html {
  return html`<span class="copied"><code translate="no">${text}</code> ${copyButton(text, what)}</span>`
}

function client(caller: Viewer, { client: known }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="client">
<div class="sheet-head"><h2 id="client">Your server</h2>
${known && may(caller, 'keys.rotate') && rotate(caller, 'rotate-client-secret', 'Rotate the secret')}</div>
<p class="muted">It fetches access tokens with its client id and client secret. Rotating the secret ends the present one at once.</p>
${factList([
  { name: 'Client id', value: known && copied(known.clientId, 'client id'), field: 'client-id' },
  { name: 'Secret since', value: known && timeOf(known.secretSince, caller.timeZone), field: 'client-secret-since' },
])}
</section>`
}

function clientKey({ clientKey: key }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="pages">
<h2 id="pages">Your pages</h2>
<p class="muted">Pages with embedded card fields name you by this key. It is no secret.</p>
${factList([{ name: 'Client key', value: copied(key, 'client key'), field: 'client-key' }])}
</section>`
}

function encryption(caller: Viewer, { encryptionKeys }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="encryption">
<div class="sheet-head"><h2 id="encryption">Public key for card fields</h2>
${may(caller, 'keys.rotate') && rotate(caller, 'rotate-encryption-key', 'Rotate the key')}</div>
<p class="muted">Your server encrypts each card field with the present key. After a rotation the one before decrypts for 24 hours more.</p>
${encryptionKeys.map((key) => encryptionKey(caller, key))}
</section>`
}

function encryptionKey({ timeZone }: Viewer, key: EncryptionKey): Html {
  const isPresent = key.retiresAt === null
  return html`<article class="part" data-id="${key.keyId}">
<p class="sheet-head"><code translate="no">${key.keyId}</code> ${isPresent ? badge('Present', 'success') : badge('Retiring', 'warning')}</p>
${factList([
  {
    name: 'Fingerprint (SHA-256)',
    value: html`<code translate="no" class="breaks">${key.fingerprint}</code>`,
    field: 'fingerprint',
  },
  { name: 'Since', value: timeOf(key.createdAt, timeZone), field: 'created' },
  { name: 'Decrypts until', value: key.retiresAt && timeOf(key.retiresAt, timeZone, 'second'), field: 'retires' },
])}
${isPresent && codeBlock(key.publicKey.trim(), 'Public key', 'public-key')}
${isPresent && html`<p><a class="button button-secondary" href="${PATH}/public-key.pem" download data-action="download-public-key">Download as PEM</a></p>`}
</article>`
}

function wallets({ gatewayId, merchantId }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="wallets">
<h2 id="wallets">For wallets</h2>
<p class="muted">A wallet that hands tokens to your shop asks for both.</p>
${factList([
  { name: 'Gateway id', value: copied(gatewayId, 'gateway id'), field: 'gateway-id' },
  { name: 'Merchant id', value: copied(merchantId, 'merchant id'), field: 'merchant-id' },
])}
</section>`
}

function rotate({ csrfToken }: Viewer, does: string, words: string): Html {
  return postButton({ name: does, action: `${PATH}/${does}`, csrfToken, words, does })
}
