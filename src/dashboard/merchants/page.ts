import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { secretOnce } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { type FieldProblem, postButton, postForm, problemSummary } from '../parts/form.ts'
import { badge, formatTime, sentenceCase } from '../parts/format.ts'
import { type Column, list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { listedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type MerchantFields, merchantFields } from '../settings/page.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

interface MerchantsView {
  readonly merchants: readonly MerchantRecord[]
  readonly beside: PagerView
  readonly done?: string | undefined
  /** The client secret of a merchant that has just been created. */
  readonly secret?: string | undefined
  readonly typed?: MerchantFields
  readonly problems?: readonly FieldProblem[]
}

const NEW: MerchantFields = {
  name: '',
  country: '',
  time_zone: 'UTC',
  settlement_currency: '',
  tokenization_enabled: true,
}

/** Every merchant of the gateway, for those who run it. */
export function merchantsPage(caller: Viewer, view: MerchantsView): DashboardPageAnswer {
  const { merchants, problems = [] } = view
  const body = html`${doneNotice(view.done)}${problemSummary(problems)}
${view.secret !== undefined && newSecret(view.secret)}
${merchants.length > 0 ? list({ name: 'merchants', caption: 'Merchants', columns: columnsFor(caller), rows: merchants, idOf: ({ merchantId }) => merchantId }) : noneYet()}
${pager(view.beside)}
${may(caller, 'merchants.manage') && createForm(caller, view.typed ?? NEW, problems)}`
  return dashboardPage(caller, {
    page: 'merchants',
    title: 'Merchants',
    lead: 'Select a merchant to view its dashboard. Its audit log records the pages you open.',
    actions: caller.merchantId !== null && caller.isPlatform ? leave(caller) : undefined,
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function newSecret(value: string): Html {
  const words = 'The merchant’s server uses it to get access tokens. Send it over a secure channel.'
  return secretOnce({ field: 'client-secret', label: 'Client secret of the new merchant', value, words })
}

function noneYet(): Html {
  return statePanel({ state: 'empty', heading: 'No merchants yet', words: 'Create your first merchant below.' })
}

function leave({ csrfToken, merchantName }: Viewer): Html {
  const hidden = { merchant_id: '' }
  return postButton({
    name: 'leave',
    action: '/dashboard/choose',
    csrfToken,
    hidden,
    words: `Exit ${merchantName}`,
    does: 'leave',
  })
}

function columnsFor(caller: Viewer): readonly Column<MerchantRecord>[] {
  return [
    { field: 'name', head: 'Name', place: 'title', cell: ({ name }) => html`<strong translate="no">${name}</strong>` },
    {
      field: 'status',
      head: 'Status',
      place: 'state',
      cell: ({ status }) => badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain'),
    },
    { field: 'country', head: 'Country', cell: ({ country }) => country ?? '–' },
    { field: 'merchant-id', head: 'ID', cell: ({ merchantId }) => listedId(merchantId) },
    {
      field: 'created',
      head: `Created (${caller.timeZone})`,
      place: 'time',
      cell: ({ createdAt }) => formatTime(createdAt, caller.timeZone),
    },
    { field: 'actions', head: 'Actions', cell: (merchant) => actionsOf(caller, merchant) },
  ]
}

function actionsOf(caller: Viewer, { merchantId, status }: MerchantRecord): Html {
  const { csrfToken } = caller
  const hidden = { merchant_id: merchantId }
  const does = status === 'ACTIVE' ? 'deactivate' : 'activate'
  const action = `/dashboard/merchants/${merchantId}/${does}`
  return html`<span class="actions">${
    caller.merchantId === merchantId
      ? html`<a class="button button-quiet" href="/dashboard">Viewing</a>`
      : postButton({ name: 'choose', action: '/dashboard/choose', csrfToken, hidden, words: 'View', does: 'choose' })
  }${may(caller, 'merchants.manage') && postButton({ name: does, action, csrfToken, words: sentenceCase(does), does })}</span>`
}

function createForm(caller: Viewer, shown: MerchantFields, problems: readonly FieldProblem[]): Html {
  const body = html`${merchantFields(shown, problems)}
<p class="form-actions"><button class="button button-primary" data-action="create-merchant">Create merchant</button></p>`
  return html`<section class="sheet" aria-labelledby="create"><h2 id="create">Create merchant</h2>
${postForm({ name: 'create-merchant', action: '/dashboard/merchants', csrfToken: caller.csrfToken, body })}
</section>`
}
