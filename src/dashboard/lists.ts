import { Type } from 'typebox'
import { LIST_KINDS, LISTS, type ListKind, type ListName } from '#domain/list-entry.ts'
import { importList, type ListImport } from '#flows/rules/import-list.ts'
import { addListEntry, readList, removeListEntry } from '#flows/rules/lists.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { linesOf, listOf } from '#http/api/rules/list-lines.ts'
import type { Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { ListLineSchema } from '#interface/list-entry.ts'
import { readBody } from '#interface/read.ts'
import { fieldsOf, postButton, postForm, type Shown } from './parts/form.ts'
import { formatTime, sentenceCase } from './parts/format.ts'
import { tabs } from './parts/tabs.ts'
import { endOfDay } from './shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { action, requireMerchant, validated } from './shell/screen.ts'

const MOST_CHARACTERS = 7_000_000

export const KIND_WORDS: Readonly<Record<ListKind, string>> = {
  card_hash: 'This exact card',
  bin: 'First digits of the card',
  email: 'Email',
  email_domain: 'Email domain',
  customer_id: 'Customer ID',
  customer_ip: 'IP address or network',
  country: 'Country of the customer',
}

const KIND_CHOICES = LIST_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)

const VALUE_HINT =
  'For example ada@shop.example, 411111 or 198.51.100.0/24. To block a card, open one of its payments and choose “Block who paid”.'
const FILE_HINT =
  'Its first line is kind,value,reason,expires_at. A further line is, for example, email,ada@shop.example,chargeback,'

/** Two buttons that open their forms. A rejected one stays open. @param href of the list */
function entryForms(caller: PersonCaller, href: string, shown: Shown): Html {
  const isWrong = shown.problems.length > 0
  const isFile = shown.form.csv !== undefined
  const opener = (words: string, look: string, isOpen: boolean, form: Html) =>
    html`<details class="opener" name="entries"${attributes({ open: isOpen })}><summary class="button button-${look}">${words}</summary>${form}</details>`
  return html`<div class="actions">${opener('Add an entry', 'primary', isWrong && !isFile, addForm(caller, href, shown))}
${opener('Import a file', 'secondary', isWrong && isFile, importForm(caller, href, shown))}</div>`
}

function addForm(caller: PersonCaller, href: string, shown: Shown): Html {
  const field = fieldsOf(shown)
  return postForm(caller, {
    name: 'add',
    action: href,
    className: 'form sheet',
    body: html`${field({ name: 'kind', label: 'Kind', value: 'email', options: KIND_CHOICES })}
${field({ name: 'value', label: 'Value', required: true, hint: VALUE_HINT })}
${field({ name: 'reason', label: 'Reason (optional)' })}
${field({ name: 'expires_at', label: 'Last day', type: 'date', hint: 'Leave empty if it does not expire.' })}
<p class="form-actions"><button class="button button-primary" data-action="add">Add entry</button></p>`,
  })
}

function importForm(caller: PersonCaller, href: string, shown: Shown): Html {
  const field = fieldsOf(shown)
  return postForm(caller, {
    name: 'import',
    action: `${href}/import`,
    className: 'form sheet',
    body: html`<p class="drop" data-file-into="csv" data-file-as="text"><label class="button button-secondary">Choose file
<input class="visually-hidden" type="file" accept=".csv,text/csv"></label> <span class="hint">or drop a CSV file here, up to 50,000 lines.</span></p>
${field({ name: 'csv', label: 'File', lines: 4, maxlength: MOST_CHARACTERS, required: true, hint: FILE_HINT })}
<p class="form-actions"><button class="button button-secondary" data-action="import">Import</button></p>`,
  })
}

const listPath = (name: ListName) => `/dashboard/lists/${name}`

const LEADS: Readonly<Record<ListName, string>> = {
  block: 'Payments that match an entry are declined before anyone is charged.',
  allow: 'Payments that match an entry skip the risk rules. The block list still applies.',
}

export const entries = listing({
  path: '/dashboard/lists/:list',
  permission: 'lists.manage',
  page: 'lists',
  title: 'Lists',
  noun: 'entries',
  done: { added: 'Entry added.', removed: 'Entry removed.', imported: 'File imported.' },
  search: 'Search by value',
  filters: { kind: { label: 'Kind', among: KIND_CHOICES } },
  read: async (gateway, { merchantId, params }, { q: value, kind }, after) => {
    const name = listOf(params)
    const filter = { kind, value, after }
    return { name, ...(await readList(gateway, merchantId, name, filter, DASHBOARD_PAGE_SIZE)) }
  },
  lead: (_caller, { name }) => LEADS[name],
  above: (caller, { name, href }, shown) => html`
${tabs('Lists', name, ...LISTS.map((one) => [one, `${sentenceCase(one)} list`, listPath(one)] as const))}
${entryForms(caller, href, shown)}`,
  rows: (caller, { name, href }) => ({
    name: 'list-entries',
    caption: `Entries of the ${name} list, newest first`,
    idOf: ({ id }) => id,
    columns: (cell) => [
      {
        ...cell.title('value', 'Value', ({ value }) => value ?? 'Hidden'),
        also: ({ reason }) => html`<div class="hint" data-field="reason">${reason}</div>`,
      },
      cell.note('kind', 'Kind', ({ kind }) => KIND_WORDS[kind]),
      cell.number('hits', 'Payments', ({ hits }) => hits),
      cell.more('expires', 'Expires', ({ expiresAt: at }) => (at ? formatTime(at, caller.timeZone) : 'Never')),
      cell.time('time', 'Added', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.more('remove', 'Remove', ({ id }) =>
        postButton(caller, { action: `${href}/${id}/remove`, words: 'Remove', does: 'remove', look: 'quiet' }),
      ),
    ],
  }),
  none: () => ({ words: 'Values that you add or import appear here.' }),
})

const addRoute = action(entries, {
  done: 'added',
  body: ['kind', 'value', 'reason', 'expires_at'],
  does: async (gateway, { caller, merchantId, actor, params, body }) => {
    const { kind, value = '', reason, expires_at: day } = body
    const list = listOf(params)
    const entry = validated(gateway, ListLineSchema, {
      kind,
      value: value.trim(),
      reason: reason || null,
      expires_at: day ? endOfDay(caller.timeZone, day) : null,
    })
    const change = { actor, merchantId, list }
    await addListEntry(gateway, change, readBody(ListLineSchema, entry))
  },
})

const importRoute = action(entries, {
  at: '/import',
  done: 'imported',
  holdsFile: true,
  body: Type.Object({ csv: Type.String({ maxLength: MOST_CHARACTERS }) }),
  fieldOf: () => 'csv',
  does: async (gateway, context) => {
    const { caller, actor, params, body } = context
    const change = { actor, merchantId: requireMerchant(caller), list: listOf(params) }
    const lines = linesOf(gateway, body.csv, () => {})
    const imported = await importList(gateway, change, lines)
    if (imported.errors.length === 0) return
    return entries.show(gateway, context, { report: badLines(imported) })
  },
})

const removeRoute = action(entries, {
  at: '/:id/remove',
  done: 'removed',
  does: async (gateway, { merchantId, actor, params }) => {
    const change = { actor, merchantId, list: listOf(params) }
    await removeListEntry(gateway, change, params.id)
  },
})

const MOST_LINES = 100

function badLines({ taken, errors }: ListImport): Html {
  const items = errors.slice(0, MOST_LINES).map(({ line, message }) => html`<li>Line ${line}: ${message}</li>`)
  return html`<div class="notice notice-warning" role="status" data-field="bad-lines">
<p>Entries imported: ${taken}. Lines not imported: ${errors.length}. Correct them and import the file again.</p>
<ul>${items}</ul></div>`
}

export const listRoutes: readonly Route[] = [entries.route, addRoute, importRoute, removeRoute]
