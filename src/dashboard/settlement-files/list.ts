import { Type } from 'typebox'
import { importSettlement } from '#flows/settlements/import-settlement.ts'
import { readMissing, readSettlements } from '#flows/settlements/index.ts'
import { html } from '#html/html.ts'
import { post } from '#http/route.ts'
import { may } from '#identity/caller.ts'
import { SettlementFileQuery } from '#interface/settlement.ts'
import { formField, postForm } from '../parts/form.ts'
import { formatAmount, formatCount, formatTime, sentenceCase } from '../parts/format.ts'
import { paymentHref } from '../parts/payment-labels.ts'
import { providerName } from '../parts/provider-name.ts'
import { listedId, shortId } from '../parts/sheet.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { accountNames } from '../shell/read.ts'
import { screen } from '../shell/screen.ts'
import { fileBadge, SETTLEMENT_FILES_PATH, settlementFile, settlementFileRoutes } from './page.ts'

const files = listing({
  path: SETTLEMENT_FILES_PATH,
  permission: 'platform.read',
  title: 'Settlement files',
  lead: () => 'What providers paid out, newest first.',
  filters: { account: 'Account ID' },
  read: async (gateway, { caller }, { account }, after) => {
    const names = caller.merchantId === null ? new Map() : await accountNames(gateway, caller.merchantId)
    const page = await readSettlements(gateway, { providerAccountId: account, after }, DASHBOARD_PAGE_SIZE)
    return { ...page, names, ...(names.size > 0 && { choices: { account: [...names] } }) }
  },
  above: ({ merchantId }) =>
    merchantId === null &&
    html`<p class="muted">To upload a file or find missing records, <a href="/dashboard/merchants">select a merchant</a> first.</p>`,
  actions: (caller) =>
    caller.merchantId !== null &&
    html`<a class="button button-secondary" href="${missing.hrefOf({})}" data-action="missing">Missing records</a>
${may(caller, 'providers.manage') && html`<a class="button button-primary" href="${SETTLEMENT_FILES_PATH}/new" data-action="upload">Upload file</a>`}`,
  rows: ({ timeZone }, { names }) => ({
    caption: 'Settlement files, newest first',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => settlementFile.hrefOf({ id }),
    columns: (cell) => [
      cell.title('account', 'Account', (file) => names.get(file.providerAccountId) ?? shortId(file.providerAccountId)),
      cell.state('status', 'Status', fileBadge),
      cell.note('format', 'Format', ({ format }) => providerName(format)),
      cell.number('rows', 'Rows', ({ rows }) => formatCount(rows)),
      cell.number('differences', 'Differences', ({ rows, agreed }) => formatCount(rows - agreed)),
      cell.more('file-id', 'ID', ({ id }) => listedId(id)),
      cell.time('time', 'Imported', ({ createdAt }) => formatTime(createdAt, timeZone)),
    ],
  }),
  none: () => ({ words: 'Upload the settlement report of a provider to compare it with your records.' }),
})

const DAYS = ['0', '3', '7', '30'].map((days) => [days, `${days} days`] as const)

/** Records of one account of the merchant; without a choice the first. */
const missing = listing({
  path: `${SETTLEMENT_FILES_PATH}/missing`,
  permission: 'platform.read',
  page: 'missing-records',
  title: 'Missing records',
  back: { href: SETTLEMENT_FILES_PATH, words: 'Settlement files' },
  lead: () => 'Money that no settlement file of the account names.',
  filters: { account: 'Account', days: { label: 'Older than', among: DAYS } },
  read: async (gateway, { merchantId }, { account: id, days = '3' }, after) => {
    const accounts = await accountNames(gateway, merchantId)
    const [account = ''] = id && accounts.has(id) ? [id] : accounts.keys()
    const page = account && (await readMissing(gateway, account, Number(days), after, DASHBOARD_PAGE_SIZE))
    return { ...(page || { items: [], next: null }), choices: { account: [...accounts] }, required: { account, days } }
  },
  rows: ({ timeZone }) => ({
    caption: 'Missing records, newest first',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => paymentHref(id),
    columns: (cell) => [
      cell.title('reference', 'Reference', ({ reference }) => reference),
      cell.note('type', 'Type', ({ transactionType }) => sentenceCase(transactionType)),
      cell.more('id', 'ID', ({ id }) => listedId(id)),
      cell.time('time', 'Approved', ({ finishedAt }) => formatTime(finishedAt, timeZone)),
      cell.figure('amount', 'Amount', formatAmount),
    ],
  }),
  none: () => ({ heading: 'No missing records', words: 'All records of this account are in a file, or too new.' }),
})

const PATH = `${SETTLEMENT_FILES_PATH}/new`
const FORMATS = [
  ['', 'Report of the provider'],
  ['generic', 'Generic CSV'],
] as const

/** Requires the step-up before the file, which no form could repeat after it. */
const upload = screen({
  path: PATH,
  permission: 'providers.manage',
  page: 'settlement-upload',
  query: ['provider_account_id', 'format'],
  read: (gateway, { merchantId }) => accountNames(gateway, merchantId),
  show: (caller, accounts) => ({
    title: 'Upload settlement file',
    lead: html`Accounts of <span translate="no">${caller.merchantName}</span>. At most 64 MiB and 500,000 rows.`,
    back: { href: SETTLEMENT_FILES_PATH, words: 'Settlement files' },
    scripts: ['dashboard/settlement-upload.ts'],
    body: html`<noscript><p class="notice notice-warning">Uploads need JavaScript. Or use <code>tollgate settlement import</code>.</p></noscript>
${postForm(caller, {
  name: 'upload',
  action: PATH,
  className: 'form sheet',
  body: html`${formField({ name: 'provider_account_id', label: 'Account', options: [...accounts], required: true })}
${formField({ name: 'format', label: 'Format', options: FORMATS, hint: html`<a href="/docs/operate/settlement-formats">Which report to download</a>` })}
<div class="field"><label for="file">File</label>
<input id="file" type="file" accept=".csv,.json,text/csv,application/json" required></div>
<div data-field="upload-progress" role="status"></div>
<p class="form-actions"><button class="button button-primary" data-action="send">Upload</button></p>`,
})}`,
  }),
})

const uploadRoute = post(PATH, {
  ...{ guard: 'person', permission: 'providers.manage', takes: 'stream' },
  query: Type.Object({ ...SettlementFileQuery.properties, provider_account_id: Type.String() }),
  again: (gateway, context, problems) => upload.show(gateway, { ...context, query: {}, params: {} }, { problems }),
  handle: async (gateway, { actor, query, stream: file }) => {
    const { provider_account_id: providerAccountId, format } = query
    const { id, isNew } = await importSettlement(gateway, actor, { providerAccountId, format, file })
    return settlementFile.to({ id }, isNew ? undefined : 'known')
  },
})

export const settlementFilesRoutes = [files.route, missing.route, upload.route, uploadRoute, ...settlementFileRoutes]
