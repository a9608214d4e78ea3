import type { SystemOverview } from '#flows/admin/system.ts'
import type { KeysOverview } from '#flows/keys/show-keys.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { postButton } from '../parts/form.ts'
import { badge, formatCount, formatTime } from '../parts/format.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { systemTiles } from './tiles.ts'

interface SystemView {
  readonly system: SystemOverview
  readonly keys: KeysOverview
  readonly now: Date
  readonly done?: string | undefined
}

export function systemPage(caller: Viewer, { system, keys, now, done }: SystemView): DashboardPageAnswer {
  const body = html`${doneNotice(done)}
${systemTiles(system, now)}
${proof(caller, system)}
${masterKey(caller, keys)}
<section class="sheet" aria-labelledby="program">
<h2 id="program">Version</h2>
${factList([
  ['Version', system.version, 'version'],
  ['Realm', system.realm, 'realm'],
])}
</section>`
  const lead = 'Queues, delays and ledger verification.'
  return dashboardPage(caller, { page: 'system', title: 'System', lead, body })
}

function proof(caller: Viewer, { lastProof }: SystemOverview): Html {
  const isClean = lastProof?.discrepancies === 0
  const shown = lastProof
    ? factList([
        [
          'Result',
          isClean
            ? badge('No discrepancies', 'success')
            : badge(`${formatCount(lastProof.discrepancies ?? 0)} discrepancies`, 'danger'),
          'proof-result',
        ],
        ['Transactions', formatCount(lastProof.transactions ?? 0), 'proof-transactions'],
        ['Time', formatTime(lastProof.beganAt, caller.timeZone, 'second'), 'proof-time'],
      ])
    : html`<p class="muted">Not run yet. The worker runs it every night between 02:00 and 05:00 UTC.</p>`
  return html`<section class="sheet" aria-labelledby="proof">
<div class="sheet-head"><h2 id="proof">Ledger verification</h2>
${may(caller, 'merchants.manage') && postButton(caller, { action: '/dashboard/system/run-proof', words: 'Verify now', does: 'run-proof' })}</div>
<p class="muted">Compares the ledger, transactions and simulator ledgers in one snapshot.</p>
${shown}
</section>`
}

function masterKey({ timeZone }: Viewer, keys: KeysOverview): Html {
  const elsewhere = Object.values(keys.underAnotherKey).reduce((sum, count) => sum + count, 0)
  const { rotation } = keys
  return html`<section class="sheet" aria-labelledby="keys">
<h2 id="keys">Master key</h2>
${factList([
  ['In use', html`<code translate="no">${keys.masterKeyId}</code>`, 'master-key'],
  ['Encrypted with another key', `${formatCount(elsewhere)} values`, 'under-another-key'],
  ['Cards to re-encrypt', formatCount(keys.cardsToMove), 'cards-to-move'],
  [
    'Last rotation',
    rotation && (rotation.completedAt ? formatTime(rotation.completedAt, timeZone) : badge('In progress', 'warning')),
    'rotation',
  ],
])}
<p class="hint">To replace it, set the new key and run <code>tollgate keys rotate</code>.</p>
</section>`
}
