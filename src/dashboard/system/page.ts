import { showSystem } from '#flows/admin/system.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { type Html, html } from '#html/html.ts'
import { VERSION } from '#http/version.ts'
import { may } from '#identity/permissions.ts'
import type { MasterKeys } from '#interface/keys.ts'
import type { SystemOverview } from '#interface/system.ts'
import { factList } from '../parts/facts.ts'
import { postButton } from '../parts/form.ts'
import { badge, formatCount, formatTime } from '../parts/format.ts'
import { action } from '../shell/action.ts'
import { screen } from '../shell/screen.ts'
import type { Viewer } from '../shell/viewer.ts'
import { systemTiles } from './tiles.ts'

const system = screen({
  path: '/dashboard/system',
  permission: 'platform.read',
  summary: 'System status',
  page: 'system',
  done: { proven: 'Verification complete. See the result below.' },
  read: async (gateway) => {
    const [overview, keys] = await Promise.all([showSystem(gateway, VERSION), showKeys(gateway)])
    return { overview, keys, now: gateway.clock.now() }
  },
  show: (caller, { overview, keys, now }) => ({
    title: 'System',
    lead: 'Queues, delays and ledger verification.',
    body: html`${systemTiles(overview, now)}
${proof(caller, overview)}
${masterKey(caller, keys)}
<section class="sheet" aria-labelledby="program">
<h2 id="program">Version</h2>
${factList([
  ['Version', overview.version, 'version'],
  ['Realm', overview.realm, 'realm'],
])}
</section>`,
  }),
})

const proofRoute = action(system, {
  at: '/run-proof',
  permission: 'merchants.manage',
  summary: 'Verify the ledger',
  done: 'proven',
  does: async (gateway, { hungUp }) => {
    await runVerification(gateway, hungUp())
  },
})

function proof(caller: Viewer, { lastLedgerProof: lastProof }: SystemOverview): Html {
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

function masterKey({ timeZone }: Viewer, keys: MasterKeys): Html {
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

export const systemRoutes = [system.route, proofRoute]
