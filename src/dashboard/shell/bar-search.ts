import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { FILTERS_FORM } from '../parts/filters.ts'

const PAYMENT = { label: 'Find a payment', hint: 'Find by ID, reference, name, email, card or amount' }
const TRANSACTION = { label: 'Find a transaction', hint: 'Find by ID or reference' }

/** Searches payments of the merchant, or without one all transactions; the list of payments has it among its filters. */
export function barSearch(
  caller: PersonCaller,
  { page, searched }: { readonly page: string; readonly searched?: string },
): Html | false {
  if (searched !== undefined) {
    const part = { form: FILTERS_FORM, value: searched, 'data-filter': 'q' }
    return html`<div class="bar-search">${box(PAYMENT, part, { form: FILTERS_FORM, 'data-action': 'search' })}</div>`
  }
  if (caller.merchantId === null) {
    return caller.isPlatform && page !== 'find' && form('/dashboard/find', TRANSACTION)
  }
  return may(caller, 'payments.read') && form('/dashboard/transactions', PAYMENT)
}

function form(action: string, search: typeof PAYMENT): Html {
  return html`<form class="bar-search" method="get" action="${action}" role="search" aria-label="${search.label}">${box(search, {}, {})}</form>`
}

function box(
  { label, hint }: typeof PAYMENT,
  input: Parameters<typeof attributes>[0],
  button: Parameters<typeof attributes>[0],
): Html {
  return html`<input type="search" name="q" maxlength="255" autocomplete="off" spellcheck="false" aria-label="${label}"
placeholder="${hint}" aria-keyshortcuts="/"${attributes(input)}>
<button class="button button-quiet" aria-label="Search"${attributes(button)}>${GLASS}</button>`
}

const GLASS = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M11 11l4 4M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/></svg>`
