import { isInReach, reachOfRole, WITHOUT_LIMITS } from '#flows/clients/reach.ts'
import type { OwnKeys } from '#flows/keys/own-keys.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { overlapField } from '../clients/overlap.ts'
import { codeBlock, copyButton, secretOnce } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, postForm, problemSummary } from '../parts/form.ts'
import { badge, formatTime } from '../parts/format.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

interface KeysView {
  readonly keys: OwnKeys
  readonly secret?: string | undefined
  readonly done?: string | undefined
  readonly problems?: readonly FieldProblem[]
}

type EncryptionKey = OwnKeys['encryptionKeys'][number]

const PATH = '/dashboard/keys'

export function keysPage(caller: Viewer, view: KeysView): DashboardPageAnswer {
  const { keys, secret, done, problems = [] } = view
  const body = html`${doneNotice(done)}${problemSummary(problems)}
${secret !== undefined && newSecret(secret)}
${client(caller, keys, problems)}
${clientKey(keys)}
${encryption(caller, keys)}
${wallets(keys)}`
  const lead = 'Credentials for your servers, and keys for your pages.'
  const status = problems.length > 0 ? 422 : 200
  return dashboardPage(caller, { page: 'keys', title: 'Keys', lead, status, body })
}

function newSecret(value: string): Html {
  const words = 'Update your server with it before the previous secret ends.'
  return secretOnce({ field: 'client-secret', label: 'Client secret', value, words })
}

function copied(text: string, what: string): Html {
  return html`<span class="copied"><code translate="no">${text}</code> ${copyButton(text, what)}</span>`
}

function client(caller: Viewer, { client: known }: OwnKeys, problems: readonly FieldProblem[]): Html {
  const isAllowed = may(caller, 'keys.rotate') && isInReach(reachOfRole(caller.role), WITHOUT_LIMITS)
  return html`<section class="sheet" aria-labelledby="client">
<h2 id="client">Your server</h2>
<p class="muted">Your server uses these to get access tokens. This client may do everything.</p>
${factList([
  ['Client ID', known && copied(known.clientId, 'client ID'), 'client-id'],
  ['Secret created', known && formatTime(known.secretSince, caller.timeZone), 'client-secret-since'],
])}
${known && isAllowed && rotateSecret(caller, problems)}
</section>`
}

function rotateSecret(caller: Viewer, problems: readonly FieldProblem[]): Html {
  const name = 'rotate-client-secret'
  const body = html`${overlapField(problems)}
<p class="form-actions"><button class="button button-secondary" data-action="${name}">Rotate secret</button></p>`
  return postForm(caller, { name, action: `${PATH}/${name}`, body })
}

function clientKey({ clientKey: key }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="pages">
<h2 id="pages">Your pages</h2>
<p class="muted">Identifies you on pages with embedded card fields. It is safe to publish.</p>
${factList([['Client key', copied(key, 'client key'), 'client-key']])}
</section>`
}

function encryption(caller: Viewer, { encryptionKeys }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="encryption">
<div class="sheet-head"><h2 id="encryption">Public key for card fields</h2>
${may(caller, 'keys.rotate') && rotate(caller, 'rotate-encryption-key', 'Rotate key')}</div>
<p class="muted">Encrypt card fields with the current key. After a rotation, the previous key works for 24 more hours.</p>
${encryptionKeys.map((key) => encryptionKey(caller, key))}
</section>`
}

function encryptionKey({ timeZone }: Viewer, key: EncryptionKey): Html {
  const isPresent = key.retiresAt === null
  return html`<article class="part" data-id="${key.keyId}">
<p class="sheet-head"><code translate="no">${key.keyId}</code> ${isPresent ? badge('Current', 'success') : badge('Retiring', 'warning')}</p>
${factList([
  ['Fingerprint (SHA-256)', html`<code translate="no" class="breaks">${key.fingerprint}</code>`, 'fingerprint'],
  ['Created', formatTime(key.createdAt, timeZone), 'created'],
  ['Works until', key.retiresAt && formatTime(key.retiresAt, timeZone, 'second'), 'retires'],
])}
${isPresent && codeBlock(key.publicKey.trim(), 'Public key', 'public-key')}
${isPresent && html`<p><a class="button button-secondary" href="${PATH}/public-key.pem" download data-action="download-public-key">Download as PEM</a></p>`}
</article>`
}

function wallets({ gatewayId, merchantId }: OwnKeys): Html {
  return html`<section class="sheet" aria-labelledby="wallets">
<h2 id="wallets">Wallet IDs</h2>
<p class="muted">Wallet providers ask for both IDs.</p>
${factList([
  ['Gateway ID', copied(gatewayId, 'gateway ID'), 'gateway-id'],
  ['Merchant ID', copied(merchantId, 'merchant ID'), 'merchant-id'],
])}
</section>`
}

function rotate(caller: Viewer, does: string, words: string): Html {
  return postButton(caller, { action: `${PATH}/${does}`, words, does })
}
