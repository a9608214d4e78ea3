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
  { name: 'Version', value: system.version, field: 'version' },
  { name: 'Realm', value: system.realm, field: 'realm' },
])}
</section>`
  const lead = 'Queues, delays and ledger verification.'
  return dashboardPage(caller, { page: 'system', title: 'System', lead, body })
}

function proof(caller: Viewer, { lastProof }: SystemOverview): Html {
  const isClean = lastProof?.discrepancies === 0
  const shown = lastProof
    ? factList([
        {
          name: 'Result',
          value: isClean
            ? badge('No discrepancies', 'success')
            : badge(`${formatCount(lastProof.discrepancies ?? 0)} discrepancies`, 'danger'),
          field: 'proof-result',
        },
        { name: 'Transactions', value: formatCount(lastProof.transactions ?? 0), field: 'proof-transactions' },
        { name: 'Time', value: formatTime(lastProof.beganAt, caller.timeZone, 'second'), field: 'proof-time' },
      ])
    : html`<p class="muted">Not run yet. The worker runs it every night between 02:00 and 05:00 UTC.</p>`
  return html`<section class="sheet" aria-labelledby="proof">
<div class="sheet-head"><h2 id="proof">Ledger verification</h2>
${may(caller, 'merchants.manage') && postButton({ name: 'run-proof', action: '/dashboard/system/run-proof', csrfToken: caller.csrfToken, words: 'Verify now', does: 'run-proof' })}</div>
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
  { name: 'In use', value: html`<code translate="no">${keys.masterKeyId}</code>`, field: 'master-key' },
  { name: 'Encrypted with another key', value: `${formatCount(elsewhere)} values`, field: 'under-another-key' },
  { name: 'Cards to re-encrypt', value: formatCount(keys.cardsToMove), field: 'cards-to-move' },
  {
    name: 'Last rotation',
    value:
      rotation && (rotation.completedAt ? formatTime(rotation.completedAt, timeZone) : badge('In progress', 'warning')),
    field: 'rotation',
  },
])}
<p class="hint">To replace it, set the new key and run <code>tollgate keys rotate</code>.</p>
</section>`
}
