import type { JudgedRow, SettlementBatch, SettlementFile, SettlementOutcome } from '#domain/settlement-file.ts'
import {
  acceptSettlementBatch,
  readSettlementRows,
  revertSettlement,
  showSettlement,
} from '#flows/settlements/index.ts'
import { type Html, html } from '#html/html.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { SettlementAcceptBody, SettlementRevertBody } from '#interface/settlement.ts'
import { fieldsOf, postForm, type Shown } from '../parts/form.ts'
import { badge, badges, formatAmount, formatCount, formatTime, sentenceCase, timeWithin } from '../parts/format.ts'
import { buildUrl, list, pager } from '../parts/list.ts'
import { copiedId, factList, listedId, sheet } from '../parts/sheet.ts'
import { tiles } from '../parts/tiles.ts'
import { pageLinks, trimOrUndefined } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE } from '../shell/listing.ts'
import { action, screen, validated } from '../shell/screen.ts'

export const SETTLEMENT_FILES_PATH = '/dashboard/settlement-files'

/** Rows of one outcome: the chosen one, or the first that needs attention. */
export const settlementFile = screen({
  path: `${SETTLEMENT_FILES_PATH}/:id`,
  permission: 'platform.read',
  query: ['outcome', 'cursor'],
  done: {
    known: 'This file was imported before. Nothing changed.',
    accepted: 'Batch accepted and posted.',
    reverted: 'File reverted by opposite entries. You can import it again.',
  },
  read: async (gateway, { params: { id }, query }) => {
    const file = await showSettlement(gateway, id)
    const chosen = COUNTS.find(([name]) => name === query.outcome) ?? COUNTS.find(([, count]) => count(file) > 0)
    const outcome = chosen?.[0] ?? 'AGREED'
    const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
    const rows = await readSettlementRows(gateway, id, { outcome, after }, DASHBOARD_PAGE_SIZE)
    const links = pageLinks(settlementFile.hrefOf({ id }), { outcome, cursor: query.cursor }, rows.next)
    return { file, outcome, rows: rows.items, links }
  },
  show: (caller, { file, outcome, rows, links }, shown) => ({
    title: 'Settlement file',
    lead: html`${sentenceCase(file.format)}, imported ${timeWithin(file.createdAt, caller.timeZone)}`,
    back: { href: SETTLEMENT_FILES_PATH, words: 'Settlement files' },
    body: html`${!file.revertedAt && resultNotice(file)}
${sheet('file', 'File', factsOf(caller, file))}
${sheet('batches', 'Batches', batchList(file))}
${may(caller, 'providers.manage') && acceptForm(caller, file, shown)}
<section class="stack" aria-labelledby="rows"><h2 id="rows">Rows: ${sentenceCase(outcome).toLowerCase()}</h2>
${outcomeTiles(file)}
${rowList(rows)}
${pager(links)}</section>
${may(caller, 'providers.manage') && !file.revertedAt && revertForm(caller, file, shown)}`,
  }),
})

/** Shown on each visit, because the numbers stay true until something is accepted or reverted. */
function resultNotice(file: SettlementFile): Html {
  const { rows, agreed, batches } = file
  const waiting = openBatches(file).length
  const look = agreed < rows || waiting > 0 ? 'warning' : 'success'
  return html`<p class="notice notice-${look}" data-state="result">File imported. Rows that differ: ${formatCount(rows - agreed)} of ${formatCount(rows)}. Batches that wait to be accepted: ${waiting} of ${batches.length}.</p>`
}

function factsOf({ timeZone }: PersonCaller, file: SettlementFile): Html {
  return factList([
    ['Status', fileBadge(file)],
    ['ID', copiedId(file.id, 'id')],
    ['Account', copiedId(file.providerAccountId, 'account-id')],
    ['Rows', formatCount(file.rows), 'rows'],
    ['Reverted', file.revertedAt && formatTime(file.revertedAt, timeZone), 'reverted'],
  ])
}

function outcomeTiles(file: SettlementFile): Html {
  return tiles(
    COUNTS.map(([outcome, count]) => ({
      field: `count-${outcome.toLowerCase()}`,
      name: sentenceCase(outcome),
      figure: formatCount(count(file)),
      href: buildUrl(settlementFile.hrefOf({ id: file.id }), { outcome }),
    })),
  )
}

function batchList({ batches }: SettlementFile): Html {
  const money = (sum: bigint | null, currency: string) => (sum === null ? '–' : formatAmount({ amount: sum, currency }))
  return list({
    name: 'batches',
    caption: 'Batches in the order of the file',
    rows: batches,
    idOf: ({ batch, currency }) => `${batch}-${currency}`,
    columns: (cell) => [
      cell.title('batch', 'Batch', ({ batch }) => batch),
      cell.state('batch-status', 'Status', batchBadge),
      cell.number('gross', 'Gross', ({ gross, currency }) => money(gross, currency)),
      cell.number('fees', 'Fees', ({ fees, currency }) => money(fees, currency)),
      cell.number('net', 'Net', ({ net, currency }) => money(net, currency)),
      cell.number('paid-out', 'Paid out', ({ paidOut, currency }) => money(paidOut, currency)),
    ],
  })
}

function batchBadge({ balanced, acceptedAt, paidOut }: SettlementBatch): Html {
  if (!balanced) return acceptedAt ? badge('Accepted', 'warning') : badge('Unbalanced', 'danger')
  return paidOut === null ? badge('Not paid out', 'plain') : badge('Balanced', 'success')
}

function acceptForm(caller: PersonCaller, file: SettlementFile, shown: Shown): Html | false {
  const names = new Set(openBatches(file).map(({ batch }) => batch))
  const field = fieldsOf(shown)
  const body = html`<p class="muted">Its rows do not add up to what was paid out. Accepting posts what arrived and the fees of the rows.</p>
${field({ name: 'batch', label: 'Batch', options: [...names].map((name) => [name, name] as const) })}
${field({ name: 'reason', label: 'Reason', required: true, hint: 'Kept in the audit log.' })}
<p class="form-actions"><button class="button button-primary" data-action="accept">Accept batch</button></p>`
  const form = postForm(caller, { name: 'accept', action: `${settlementFile.hrefOf({ id: file.id })}/accept`, body })
  return names.size > 0 && sheet('accept', 'Accept an unbalanced batch', form)
}

function revertForm(caller: PersonCaller, { id }: SettlementFile, shown: Shown): Html {
  const body = html`<p class="muted">Opposite entries undo its postings. The file can be imported again.</p>
${fieldsOf(shown)({ name: 'revert_reason', label: 'Reason (optional)' })}
<p class="form-actions"><button class="button button-danger" data-action="revert">Revert file</button></p>`
  const form = postForm(caller, { name: 'revert', action: `${settlementFile.hrefOf({ id })}/revert`, body })
  return sheet('revert', 'Revert this file', form)
}

function rowList(rows: readonly JudgedRow[]): Html {
  return list({
    name: 'rows',
    caption: 'Rows in the order of the file',
    rows,
    idOf: ({ line }) => String(line),
    columns: (cell) => [
      cell.title(
        'line',
        'Row',
        ({ line, reference }) => html`Line ${line}${reference && html` <span class="hint breaks">${reference}</span>`}`,
      ),
      cell.state('outcome', 'Outcome', ({ outcome }) => outcomeBadge(outcome)),
      cell.note('reason', 'Reason', ({ reason }) => reason),
      cell.more('transaction', 'Record', ({ transactionId }) => transactionId && listedId(transactionId)),
      cell.number('expected', 'Record has', (row) =>
        moneyWords(row.expectedType, row.expectedAmount, row.expectedCurrency),
      ),
      cell.number('found', 'File has', (row) => moneyWords(row.type, row.amount, row.amountCurrency)),
    ],
  })
}

const acceptRoute = action(settlementFile, {
  permission: 'providers.manage',
  at: '/accept',
  body: ['batch', 'reason'],
  done: 'accepted',
  does: async (gateway, { actor, params: { id }, body }) => {
    const { batch, reason } = validated(gateway, SettlementAcceptBody, body)
    await acceptSettlementBatch(gateway, { actor, id, reason }, batch)
  },
})

const revertRoute = action(settlementFile, {
  permission: 'providers.manage',
  at: '/revert',
  body: ['revert_reason'],
  fieldOf: () => 'revert_reason',
  done: 'reverted',
  does: async (gateway, { actor, params: { id }, body: { revert_reason: text } }) => {
    const reason = text?.trim() || undefined
    validated(gateway, SettlementRevertBody, { ...(reason && { reason }) })
    await revertSettlement(gateway, { actor, id, reason })
  },
})

export const settlementFileRoutes = [settlementFile.route, acceptRoute, revertRoute]

/** Outcomes with their number in a file, in the order in which they need attention. */
const COUNTS: readonly (readonly [SettlementOutcome, (file: SettlementFile) => number])[] = [
  ['DIFFERENT', ({ different }) => different],
  ['THEIRS_ONLY', ({ theirsOnly }) => theirsOnly],
  ['DUPLICATE', ({ duplicate }) => duplicate],
  ['REJECTED', ({ rejected }) => rejected],
  ['AGREED', ({ agreed }) => agreed],
]

const outcomeBadge = badges<SettlementOutcome>({
  DIFFERENT: 'danger',
  THEIRS_ONLY: 'warning',
  DUPLICATE: 'warning',
  REJECTED: 'danger',
  AGREED: 'success',
})

/** Batches that post nothing until they are accepted. */
function openBatches({ batches, revertedAt }: SettlementFile) {
  return revertedAt ? [] : batches.filter(({ balanced, acceptedAt }) => !balanced && !acceptedAt)
}

export function fileBadge(file: SettlementFile): Html {
  if (file.revertedAt) return badge('Reverted', 'plain', 'status')
  if (openBatches(file).length > 0) return badge('Unbalanced', 'danger', 'status')
  return file.agreed < file.rows ? badge('Differences', 'warning', 'status') : badge('Agreed', 'success', 'status')
}

/** Type and signed amount of a row or a record. */
function moneyWords(type: string | null, amount: bigint | null, currency: string | null): Html | string {
  if (type === null || amount === null || currency === null) return '–'
  return html`${sentenceCase(type)} <span class="whole">${formatAmount({ amount, currency })}</span>`
}
