import { LONGEST_NAME } from '#domain/name-lengths.ts'
import type { SavedView } from '#flows/views.ts'
import { attributes, type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { checkField, formField, postButton, postForm, type Shown } from '../parts/form.ts'
import { tabs } from '../parts/tabs.ts'
import type { Texts } from '../shell/screen.ts'
import { PAYMENTS_PATH, searchOf } from './query.ts'

export const VIEWS_PATH = '/dashboard/views'

export type ShownView = Pick<SavedView, 'id' | 'name' | 'filters' | 'isShared'>

/** Authorizations that expire within a day; this view cannot be removed. */
export const CAPTURE_SOON: ShownView = {
  id: 'capture-soon',
  name: 'Capture soon',
  filters: { capture: 'soon' },
  isShared: false,
}

const TABS: readonly (readonly [tab: string, words: string, filter: Texts])[] = [
  ['all', 'All', {}],
  ['succeeded', 'Succeeded', { status: 'APPROVED' }],
  ['declined', 'Declined', { status: 'DECLINED' }],
  ['pending', 'Pending', { status: 'PENDING' }],
  ['refunded', 'Refunded', { refunded: 'yes' }],
]

/** The most wanted lists as tabs; the other filters stay as they are. */
export function statusTabs({ status, refunded, ...others }: Texts): Html {
  const current = TABS.find(
    ([, , filter]) => (filter.status ?? '') === (status ?? '') && (filter.refunded ?? '') === (refunded ?? ''),
  )
  const hrefOf = (filter: Texts) => `${PAYMENTS_PATH}${searchOf({ ...others, ...filter })}`
  const all = TABS.map(([tab, words, filter]) => [tab, words, hrefOf(filter)] as const)
  return tabs('Payments by status', current?.[0], ...all)
}

export function viewLinks(views: readonly ShownView[], typed: Texts): Html | false {
  const present = searchOf(typed)
  return (
    views.length > 0 && html`<ul class="views" data-list="views">${views.map((view) => viewLink(view, present))}</ul>`
  )
}

/** @param shown after a rejected form, with the entered name */
export function viewForms(
  caller: PersonCaller,
  views: readonly ShownView[],
  typed: Texts,
  { form: { name }, problems }: Shown,
): Html | false {
  const search = searchOf(typed)
  const problem = problems.length > 0 ? problems.map(({ message }) => message).join(' ') : undefined
  const canSave = search !== '' || problem !== undefined
  const removable = views.filter((view) => view !== CAPTURE_SOON)
  if (!canSave && removable.length === 0) return false
  const save = postForm(caller, {
    name: 'save-view',
    action: VIEWS_PATH,
    isOnce: true,
    hidden: { search },
    body: html`${formField({ name: 'name', label: 'View name', value: name?.trim(), problem, required: true, maxlength: LONGEST_NAME.savedView })}
${checkField({ name: 'shared', label: 'Share with your team' })}
<p><button class="button button-secondary" data-action="save-view">Save view</button></p>`,
  })
  return html`<details class="fold saved"${attributes({ open: problem !== undefined })}><summary>Views</summary><div class="sheet">
${canSave && save}
${removable.map((view) => removeButton(caller, view, search))}
</div></details>`
}

function viewLink({ id, name, filters, isShared }: ShownView, present: string): Html {
  const search = searchOf(filters)
  return html`<li data-id="${id}"><a class="chip" href="${PAYMENTS_PATH}${search}"${attributes({ 'aria-current': search === present && 'true' })}>${name}${isShared && html`<span class="visually-hidden"> (shared)</span>`}</a></li>
`
}

function removeButton(caller: PersonCaller, { id, name }: ShownView, search: string): Html {
  const button = { words: `Delete “${name}”`, does: 'remove-view', look: 'quiet' } as const
  return postButton(caller, { action: `${VIEWS_PATH}/${encodeURIComponent(id)}/remove`, hidden: { search }, ...button })
}
