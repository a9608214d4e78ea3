import { Type } from 'typebox'
import { LISTS, type ListName } from '#domain/list-entry.ts'
import { importList, type ListImport } from '#flows/rules/import-list.ts'
import { addListEntry, readList, removeListEntry } from '#flows/rules/lists.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { linesOf, listOf } from '#http/api/rules/list-lines.ts'
import type { Route } from '#http/route.ts'
import { ListLineSchema } from '#interface/list-entry.ts'
import { readBody } from '#interface/read.ts'
import { postButton } from '../parts/form.ts'
import { formatTime, sentenceCase } from '../parts/format.ts'
import { action, validated } from '../shell/action.ts'
import { endOfDay, textFields } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { requireMerchant } from '../shell/screen.ts'
import { addForm, importForm, KIND_CHOICES, KIND_WORDS, MOST_CHARACTERS } from './forms.ts'

const listPath = (name: ListName) => `/dashboard/lists/${name}`

const LEADS: Readonly<Record<ListName, string>> = {
  block: 'Payments that match an entry are declined before anyone is charged.',
  allow: 'Payments that match an entry skip the risk rules. The block list still applies.',
}

export const entries = listing({
  path: '/dashboard/lists/:list',
  permission: 'lists.manage',
  summary: 'Entries of a list',
  page: 'lists',
  title: 'Lists',
  noun: 'entries',
  done: { added: 'Entry added.', removed: 'Entry removed.', imported: 'File imported.' },
  search: 'Search by value',
  filters: { kind: { label: 'Kind', among: KIND_CHOICES } },
  read: async (gateway, { caller, params }, { q: value, kind }, after) => {
    const name = listOf(params)
    const filter = { kind, value, after }
    return { name, ...(await readList(gateway, requireMerchant(caller), name, filter, DASHBOARD_PAGE_SIZE)) }
  },
  lead: ({ timeZone }, { name }) => `${LEADS[name]} Times are in ${timeZone}.`,
  above: (_caller, { name }) =>
    html`<nav class="tabs" aria-label="Lists">${LISTS.map(
      (one) =>
        html`<a href="${listPath(one)}" data-tab="${one}"${attributes({ 'aria-current': one === name && 'page' })}>${sentenceCase(one)} list</a>`,
    )}</nav>`,
  rows: (caller, { name, href }) => ({
    name: 'list-entries',
    caption: `Entries of the ${name} list, newest first`,
    idOf: ({ id }) => id,
    columns: (cell) => [
      cell.title('value', 'Value', ({ value }) => value ?? 'Hidden'),
      cell.note('kind', 'Kind', ({ kind }) => KIND_WORDS[kind]),
      cell.more('reason', 'Reason', ({ reason }) => reason),
      cell.number('hits', 'Payments', ({ hits }) => hits),
      cell.more('expires', 'Expires', ({ expiresAt: at }) => (at ? formatTime(at, caller.timeZone) : 'Never')),
      cell.time('time', 'Added', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.more('remove', 'Remove', ({ id }) =>
        postButton(caller, { action: `${href}/${id}/remove`, words: 'Remove', does: 'remove' }),
      ),
    ],
  }),
  none: () => ({ words: 'Add a value below, or import a file.' }),
  below: (caller, { href }, shown) => html`${addForm(caller, href, shown)}
${importForm(caller, href, shown)}`,
})

const addRoute = action(entries, {
  summary: 'Add an entry to a list',
  done: 'added',
  body: Type.Object(textFields('kind', 'value', 'reason', 'expires_at')),
  does: async (gateway, { caller, actor, params, body }) => {
    const { kind, value = '', reason, expires_at: day } = body
    const list = listOf(params)
    const entry = validated(gateway, ListLineSchema, {
      kind,
      value: value.trim(),
      reason: reason || null,
      expires_at: day ? endOfDay(caller.timeZone, day) : null,
    })
    const change = { actor, merchantId: requireMerchant(caller), list }
    await addListEntry(gateway, change, readBody(ListLineSchema, entry))
  },
})

const importRoute = action(entries, {
  at: '/import',
  summary: 'Import entries of a list',
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
  summary: 'Remove an entry from a list',
  done: 'removed',
  does: async (gateway, { caller, actor, params }) => {
    const change = { actor, merchantId: requireMerchant(caller), list: listOf(params) }
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
