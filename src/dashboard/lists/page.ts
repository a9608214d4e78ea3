import { LIST_KINDS, LISTS, type ListKind, type ListName } from '#domain/list-entry.ts'
import type { ListImport } from '#flows/rules/import-list.ts'
import type { ListEntry } from '#flows/rules/lists.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { doneNotice } from '../parts/done.ts'
import { filters } from '../parts/filters.ts'
import { type FieldProblem, formField, postButton, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { formatTime, sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export const listPath = (name: ListName) => `/dashboard/lists/${name}`

export const KIND_WORDS: Readonly<Record<ListKind, string>> = {
  card_hash: 'Card fingerprint',
  bin: 'First digits of cards (BIN)',
  email: 'Email',
  email_domain: 'Email domain',
  customer_id: 'Customer ID',
  customer_ip: 'IP address or network',
  country: 'Country of the customer',
}

const LEADS: Readonly<Record<ListName, string>> = {
  block: 'Payments that match an entry are declined before anyone is charged.',
  allow: 'Payments that match an entry skip the risk rules. The block list still applies.',
}

export type EntryForm = Readonly<Partial<Record<'kind' | 'value' | 'reason' | 'expires_at' | 'csv', string>>>

interface ListsPageView {
  readonly name: ListName
  readonly entries: readonly ListEntry[]
  readonly filters: { readonly q: string; readonly kind: string }
  readonly beside: PagerView
  readonly done?: string | undefined
  readonly imported?: ListImport
  readonly form?: EntryForm
  readonly problems?: readonly FieldProblem[]
}

export function listsPage(caller: Viewer, view: ListsPageView): DashboardPageAnswer {
  const { name, problems = [], filters: set } = view
  const kinds = LIST_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)
  return dashboardPage(caller, {
    page: 'lists',
    title: 'Lists',
    lead: `${LEADS[name]} Times are in ${caller.timeZone}.`,
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}${problemSummary(problems)}${badLines(view.imported)}
<nav class="tabs" aria-label="Lists">${LISTS.map(
      (one) =>
        html`<a href="${listPath(one)}" data-tab="${one}"${attributes({ 'aria-current': one === name && 'page' })}>${sentenceCase(one)} list</a>`,
    )}</nav>
${filters({ path: listPath(name), search: { value: set.q, label: 'Search by value' }, filters: [{ name: 'kind', label: 'Kind', value: set.kind, options: kinds }] })}
${rowsOf(caller, view)}
${pager(view.beside)}
${addForm(caller, view)}
${importForm(caller, view)}`,
  })
}

const MOST_LINES = 100

function badLines(imported: ListImport | undefined): Html | false {
  if (!imported) return false
  const { taken, errors } = imported
  const items = errors.slice(0, MOST_LINES).map(({ line, message }) => html`<li>Line ${line}: ${message}</li>`)
  return html`<div class="notice notice-warning" role="status" data-field="bad-lines">
<p>Entries imported: ${taken}. Lines not imported: ${errors.length}. Correct them and import the file again.</p>
<ul>${items}</ul></div>`
}

function rowsOf(caller: Viewer, { name, entries, filters: set, beside }: ListsPageView): Html {
  const words = 'Add a value below, or import a file.'
  if (entries.length === 0 && !set.q && !set.kind && !beside.newer)
    return statePanel({ state: 'empty', heading: 'No entries yet', words })
  if (entries.length === 0) return noMatch('entries', listPath(name))
  const remove = ({ id }: ListEntry) =>
    postButton(caller, { action: `${listPath(name)}/${id}/remove`, words: 'Remove', does: 'remove' })
  return list({
    name: 'list-entries',
    caption: `Entries of the ${name} list, newest first`,
    rows: entries,
    idOf: ({ id }) => id,
    columns: (cell) => [
      cell.title('value', 'Value', ({ value }) => value ?? 'Hidden'),
      cell.note('kind', 'Kind', ({ kind }) => KIND_WORDS[kind]),
      cell.more('reason', 'Reason', ({ reason }) => reason),
      cell.number('hits', 'Payments', ({ hits }) => hits),
      cell.more('expires', 'Expires', ({ expiresAt: at }) => (at ? formatTime(at, caller.timeZone) : 'Never')),
      cell.time('time', 'Added', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.more('remove', 'Remove', remove),
    ],
  })
}

const VALUE_HINT =
  'For example ada@shop.example, 411111 or 198.51.100.0/24. To block a card, open one of its payments and choose “Block who paid”.'

function addForm(caller: Viewer, { name, form = {}, problems = [] }: ListsPageView): Html {
  const kinds = LIST_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)
  const problem = (field: string) => problemOf(problems, field)
  return postForm(caller, {
    name: 'add',
    action: listPath(name),
    className: 'form sheet',
    body: html`<h2>Add an entry</h2>
${formField({ name: 'kind', label: 'Kind', value: form.kind ?? 'email', options: kinds, problem: problem('kind') })}
${formField({ name: 'value', label: 'Value', value: form.value, required: true, hint: VALUE_HINT, problem: problem('value') })}
${formField({ name: 'reason', label: 'Reason (optional)', value: form.reason, problem: problem('reason') })}
${formField({ name: 'expires_at', label: 'Last day', type: 'date', value: form.expires_at, hint: 'Leave empty if it does not expire.', problem: problem('expires_at') })}
<p class="form-actions"><button class="button button-primary" data-action="add">Add entry</button></p>`,
  })
}

function importForm(caller: Viewer, { name, form = {}, problems = [] }: ListsPageView): Html {
  return postForm(caller, {
    name: 'import',
    action: `${listPath(name)}/import`,
    className: 'form sheet',
    body: html`<h2>Import entries</h2>
<p class="drop" data-file-into="csv" data-file-as="text"><label class="button button-secondary">Choose file
<input class="visually-hidden" type="file" accept=".csv,text/csv"></label> <span class="hint">or drop a CSV file here, up to 50,000 lines.</span></p>
${formField({ name: 'csv', label: 'File', lines: 4, maxlength: MOST_CHARACTERS, value: form.csv, required: true, hint: 'Its first line is kind,value,reason,expires_at. A further line is, for example, email,ada@shop.example,chargeback,', problem: problemOf(problems, 'csv') })}
<p class="form-actions"><button class="button button-secondary" data-action="import">Import</button></p>`,
  })
}

/** Longest file that the form takes. */
export const MOST_CHARACTERS = 7_000_000
