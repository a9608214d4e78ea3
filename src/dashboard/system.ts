import { showSystem } from '#flows/admin/system.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { type Html, html } from '#html/html.ts'
import { VERSION } from '#http/version.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { MasterKeys } from '#interface/keys.ts'
import type { SystemOverview } from '#interface/system.ts'
import { postButton } from './parts/form.ts'
import { badge, formatCount, formatTime } from './parts/format.ts'
import { factList, sheet } from './parts/sheet.ts'
import { type Tile, tiles } from './parts/tiles.ts'
import { action, screen } from './shell/screen.ts'

const system = screen({
  path: '/dashboard/system',
  permission: 'platform.read',
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
<div class="columns columns-even">${masterKey(caller, keys)}
${sheet('program', 'Version', versionFacts(overview))}</div>`,
  }),
})

function versionFacts({ version, realm }: SystemOverview): Html {
  return factList([
    ['Version', version, 'version'],
    ['Realm', realm, 'realm'],
  ])
}

const proofRoute = action(system, {
  at: '/run-proof',
  permission: 'merchants.manage',
  done: 'proven',
  does: async (gateway, { hungUp }) => {
    await runVerification(gateway, hungUp())
  },
})

function proof(caller: PersonCaller, { lastLedgerProof: lastProof }: SystemOverview): Html {
  const isClean = lastProof?.discrepancies === 0
  const found = `${formatCount(lastProof?.discrepancies ?? 0)} discrepancies`
  const shown = lastProof
    ? factList([
        ['Result', isClean ? badge('No discrepancies', 'success') : badge(found, 'danger'), 'proof-result'],
        ['Transactions compared', formatCount(lastProof.transactions ?? 0), 'proof-transactions'],
        ['Time', formatTime(lastProof.beganAt, caller.timeZone, 'second'), 'proof-time'],
      ])
    : html`<p class="muted">Not run yet. The worker runs it every night between 02:00 and 05:00 UTC.</p>`
  return html`<section class="sheet" aria-labelledby="proof">
<div class="sheet-head"><h2 id="proof">Ledger verification</h2>
${may(caller, 'merchants.manage') && postButton(caller, { action: '/dashboard/system/run-proof', words: 'Verify now', does: 'run-proof' })}</div>
<p class="muted">Compares the ledger, transactions and simulator ledgers in one snapshot. Every night, it compares open days and a
thirtieth of the sealed ones.</p>
${shown}
</section>`
}

function masterKey({ timeZone }: PersonCaller, keys: MasterKeys): Html {
  const elsewhere = Object.values(keys.underAnotherKey).reduce((sum, count) => sum + count, 0)
  const { rotation } = keys
  const rotated = rotation?.completedAt ? formatTime(rotation.completedAt, timeZone) : badge('In progress', 'warning')
  const facts = factList([
    ['In use', html`<code translate="no">${keys.masterKeyId}</code>`, 'master-key'],
    ['Encrypted with another key', `${formatCount(elsewhere)} values`, 'under-another-key'],
    ['Cards to re-encrypt', formatCount(keys.cardsToMove), 'cards-to-move'],
    ['Last rotation', rotation && rotated, 'rotation'],
  ])
  const words = html`<p class="hint">To replace it, set the new key and run <code>tollgate keys rotate</code>.</p>`
  return sheet('keys', 'Master key', facts, words)
}

/** Seconds that the oldest due delivery has waited. */
export function deliveryLag({ oldestDueDeliveryAt: oldestAt }: SystemOverview, now: Date): number {
  return oldestAt === null ? 0 : Math.max(0, Math.round((now.getTime() - oldestAt.getTime()) / 1000))
}

function systemTiles(system: SystemOverview, now: Date): Html {
  const { dueDeliveries: count, overdueTransactions: overdue } = system
  const { reversalsGivenUp: reversals, searchLagSeconds, waitingMails, openCircuits } = system
  const lag = deliveryLag(system, now)
  const seconds = (count: number) => `${formatCount(count)} s`
  const tile = (field: string, name: string, figure: string, change: string, good?: boolean): Tile => {
    return { field, name, figure, change, good }
  }
  const searchLag = seconds(Math.round(searchLagSeconds))
  const circuits = openCircuits.length
  return tiles([
    tile('worker-lag', 'Delivery delay', seconds(lag), 'age of the oldest due delivery', lag < 60),
    tile('search-lag', 'Search delay', searchLag, 'index for search and analytics', searchLagSeconds < 60),
    tile('due-deliveries', 'Deliveries due', formatCount(count), 'waiting for a worker'),
    tile('overdue', 'Overdue payments', formatCount(overdue), 'expected: 0', overdue === 0),
    {
      ...tile('given-up-reversals', 'Failed reversals', formatCount(reversals), 'never confirmed', reversals === 0),
      href: '/dashboard/reversals',
    },
    ...(waitingMails === null
      ? []
      : [tile('waiting-mails', 'Emails waiting', formatCount(waitingMails), 'for the mail server')]),
    {
      ...tile(
        'open-circuits',
        'Open circuits',
        formatCount(circuits),
        'accounts that are not responding',
        circuits === 0,
      ),
      href: '/dashboard/providers',
    },
  ])
}

export const systemRoutes = [system.route, proofRoute]
