import { LIST_KINDS, type ListKind } from '#domain/list-entry.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { fieldsOf, postForm, type Shown } from '../parts/form.ts'

/** Longest file that the form takes. */
export const MOST_CHARACTERS = 7_000_000

export const KIND_WORDS: Readonly<Record<ListKind, string>> = {
  card_hash: 'Card fingerprint',
  bin: 'First digits of cards (BIN)',
  email: 'Email',
  email_domain: 'Email domain',
  customer_id: 'Customer ID',
  customer_ip: 'IP address or network',
  country: 'Country of the customer',
}

export const KIND_CHOICES = LIST_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)

const VALUE_HINT =
  'For example ada@shop.example, 411111 or 198.51.100.0/24. To block a card, open one of its payments and choose “Block who paid”.'
const FILE_HINT =
  'Its first line is kind,value,reason,expires_at. A further line is, for example, email,ada@shop.example,chargeback,'

/** @param href of the list */
export function addForm(caller: PersonCaller, href: string, shown: Shown): Html {
  const field = fieldsOf(shown)
  return postForm(caller, {
    name: 'add',
    action: href,
    className: 'form sheet',
    body: html`<h2>Add an entry</h2>
${field({ name: 'kind', label: 'Kind', value: 'email', options: KIND_CHOICES })}
${field({ name: 'value', label: 'Value', required: true, hint: VALUE_HINT })}
${field({ name: 'reason', label: 'Reason (optional)' })}
${field({ name: 'expires_at', label: 'Last day', type: 'date', hint: 'Leave empty if it does not expire.' })}
<p class="form-actions"><button class="button button-primary" data-action="add">Add entry</button></p>`,
  })
}

/** @param href of the list */
export function importForm(caller: PersonCaller, href: string, shown: Shown): Html {
  const field = fieldsOf(shown)
  return postForm(caller, {
    name: 'import',
    action: `${href}/import`,
    className: 'form sheet',
    body: html`<h2>Import entries</h2>
<p class="drop" data-file-into="csv" data-file-as="text"><label class="button button-secondary">Choose file
<input class="visually-hidden" type="file" accept=".csv,text/csv"></label> <span class="hint">or drop a CSV file here, up to 50,000 lines.</span></p>
${field({ name: 'csv', label: 'File', lines: 4, maxlength: MOST_CHARACTERS, required: true, hint: FILE_HINT })}
<p class="form-actions"><button class="button button-secondary" data-action="import">Import</button></p>`,
  })
}
