import type { SystemOverview } from '#flows/admin/system.ts'
import type { KeysOverview } from '#flows/keys/show-keys.ts'
import { may } from '#identity/permissions.ts'
import { type Html, html } from '../html.ts'
import { doneNotice } from './parts/done.ts'
import { factList } from './parts/facts.ts'
import { postButton } from './parts/form.ts'
import { tiles } from './parts/tiles.ts'
import { badge, countWords, timeOf } from './parts/words.ts'
import { type DashboardPageAnswer, dashboardPage } from './shell.ts'
import type { Viewer } from './viewer.ts'

interface SystemView {
  readonly system: SystemOverview
  readonly keys: KeysOverview
  readonly now: Date
  readonly done?: string | undefined
}

/** How the gateway as a whole fares. */
export function systemPage(caller: Viewer, { system, keys, now, done }: SystemView): DashboardPageAnswer {
  const body = html`${doneNotice(done)}
${figures(system, now)}
${proof(caller, system)}
${masterKey(caller, keys)}
<section class="sheet" aria-labelledby="program">
<h2 id="program">The program</h2>
${factList([
  { name: 'Version', value: system.version, field: 'version' },
  { name: 'Realm', value: system.realm, field: 'realm' },
])}
</section>`
  const lead = 'What waits, what is late, and whether the books agree.'
  return dashboardPage(caller, { page: 'system', title: 'System', lead, body })
}

function figures(system: SystemOverview, now: Date): Html {
  const { dueDeliveries, overdue, givenUpReversals, searchLagSeconds, openCircuits } = system
  const { count, oldestAt } = dueDeliveries
  const lag = oldestAt === null ? 0 : Math.max(0, Math.round((now.getTime() - oldestAt.getTime()) / 1000))
  return tiles([
    {
      field: 'worker-lag',
      name: 'Workers behind by',
      figure: `${countWords(lag)} s`,
      change: 'the oldest delivery that is due',
      good: lag < 60,
    },
    {
      field: 'search-lag',
      name: 'Search behind by',
      figure: `${countWords(Math.round(searchLagSeconds))} s`,
      change: 'what payments are found by and counted',
      good: searchLagSeconds < 60,
    },
    { field: 'due-deliveries', name: 'Deliveries due', figure: countWords(count), change: 'waiting for a worker' },
    {
      field: 'overdue',
      name: 'Overdue payments',
      figure: countWords(overdue),
      change: 'should be none',
      good: overdue === 0,
    },
    {
      field: 'given-up-reversals',
      name: 'Reversals given up',
      figure: countWords(givenUpReversals),
      change: 'look into each: tollgate reversal list',
      good: givenUpReversals === 0,
    },
    {
      field: 'open-circuits',
      name: 'Open circuits',
      figure: countWords(openCircuits.length),
      change: 'accounts that do not answer',
      good: openCircuits.length === 0,
      href: '/dashboard/providers',
    },
  ])
}

function proof(caller: Viewer, { lastProof }: SystemOverview): Html {
  const isClean = lastProof?.discrepancies === 0
  const shown = lastProof
    ? factList([
        {
          name: 'Result',
          value: isClean
            ? badge('Everything agrees', 'success')
            : badge(`${countWords(lastProof.discrepancies ?? 0)} discrepancies`, 'danger'),
          field: 'proof-result',
        },
        { name: 'Transactions', value: countWords(lastProof.transactions ?? 0), field: 'proof-transactions' },
        { name: 'When', value: timeOf(lastProof.beganAt, caller.timeZone, 'second'), field: 'proof-time' },
      ])
    : html`<p class="muted">It has not been proven yet. The worker does it every night between 2 and 5 o’clock UTC.</p>`
  return html`<section class="sheet" aria-labelledby="proof">
<div class="sheet-head"><h2 id="proof">Proof of the ledger</h2>
${may(caller, 'merchants.manage') && postButton({ name: 'run-proof', action: '/dashboard/system/run-proof', csrfToken: caller.csrfToken, words: 'Prove it now', does: 'run-proof' })}</div>
<p class="muted">Ledger, transactions and the simulators’ own books are compared as they stood at one moment.</p>
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
  { name: 'Still under another one', value: `${countWords(elsewhere)} values`, field: 'under-another-key' },
  { name: 'Cards to move', value: countWords(keys.cardsToMove), field: 'cards-to-move' },
  {
    name: 'Last rotation',
    value: rotation && (rotation.completedAt ? timeOf(rotation.completedAt, timeZone) : badge('Under way', 'warning')),
    field: 'rotation',
  },
])}
<p class="hint">A new one is put in place and rotated by <code>tollgate keys rotate</code>.</p>
</section>`
}
