import type { SavedView } from '#flows/views.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { checkField, formField, postButton, postForm } from '../parts/form.ts'
import type { Viewer } from '../shell/viewer.ts'
import { PAYMENTS_PATH, searchOf } from './payment-address.ts'
import type { PaymentListQuery } from './queries.ts'

export type ShownView = Pick<SavedView, 'id' | 'name' | 'filters' | 'isShared'>

/** Authorizations that expire within a day; this view cannot be removed. */
export const CAPTURE_SOON: ShownView = {
  id: 'capture-soon',
  name: 'Capture soon',
  filters: { capture: 'soon' },
  isShared: false,
}

export function viewLinks(views: readonly ShownView[], typed: PaymentListQuery): Html | false {
  const present = searchOf(typed)
  return (
    views.length > 0 && html`<ul class="views" data-list="views">${views.map((view) => viewLink(view, present))}</ul>`
  )
}

export function viewForms(
  caller: Viewer,
  views: readonly ShownView[],
  typed: PaymentListQuery,
  problem?: { readonly name: string; readonly message: string },
): Html | false {
  const present = searchOf(typed)
  const isAsked = present !== '' || problem !== undefined
  const removable = views.filter((view) => view !== CAPTURE_SOON)
  if (!isAsked && removable.length === 0) return false
  return html`<details class="fold saved"${attributes({ open: problem !== undefined })}><summary>Views</summary><div class="sheet">
${isAsked && saveForm(caller, present, problem)}
${removable.map((view) => removeForm(caller, view, present))}
</div></details>`
}

function viewLink({ id, name, filters, isShared }: ShownView, present: string): Html {
  const search = searchOf(filters as PaymentListQuery)
  return html`<li data-id="${id}"><a class="chip" href="${PAYMENTS_PATH}${search}"${attributes({ 'aria-current': search === present && 'true' })}>${name}${isShared && html`<span class="visually-hidden"> (shared)</span>`}</a></li>
`
}

function saveForm(caller: Viewer, present: string, problem?: { readonly name: string; readonly message: string }) {
  return postForm(caller, {
    name: 'save-view',
    action: '/dashboard/views',
    isOnce: true,
    hidden: { search: present },
    body: html`${formField({ name: 'name', label: 'View name', value: problem?.name, problem: problem?.message, required: true, maxlength: 80 })}
${checkField({ name: 'shared', label: 'Share with your team' })}
<p><button class="button button-secondary" data-action="save-view">Save view</button></p>`,
  })
}

function removeForm(caller: Viewer, { id, name }: ShownView, present: string): Html {
  const action = `/dashboard/views/${encodeURIComponent(id)}/remove`
  return postButton(caller, {
    action,
    hidden: { search: present },
    words: `Delete “${name}”`,
    does: 'remove-view',
    look: 'quiet',
  })
}
