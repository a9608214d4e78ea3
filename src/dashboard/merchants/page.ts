import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { doneNotice } from '../parts/done.ts'
import { type FieldProblem, postButton, postForm, problemSummary } from '../parts/form.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { statePanel } from '../parts/states.ts'
import { type MerchantFields, merchantFields } from '../settings/page.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { merchantList } from './list.ts'

interface MerchantsView {
  readonly merchants: readonly MerchantRecord[]
  readonly beside: PagerView
  readonly done?: string | undefined
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

export function merchantsPage(caller: Viewer, view: MerchantsView): DashboardPageAnswer {
  const { merchants, problems = [] } = view
  const body = html`${doneNotice(view.done)}${problemSummary(problems)}
${merchants.length > 0 ? merchantList(caller, merchants) : noneYet()}
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

function noneYet(): Html {
  return statePanel({ state: 'empty', heading: 'No merchants yet', words: 'Create your first merchant below.' })
}

function leave(caller: Viewer): Html {
  const { merchantName } = caller
  const hidden = { merchant_id: '' }
  return postButton(caller, { action: '/dashboard/choose', hidden, words: `Exit ${merchantName}`, does: 'leave' })
}

function createForm(caller: Viewer, shown: MerchantFields, problems: readonly FieldProblem[]): Html {
  const body = html`${merchantFields(shown, problems)}
<p class="form-actions"><button class="button button-primary" data-action="create-merchant">Create merchant</button></p>`
  return html`<section class="sheet" aria-labelledby="create"><h2 id="create">Create merchant</h2>
${postForm(caller, { name: 'create-merchant', action: '/dashboard/merchants', isOnce: true, body })}
</section>`
}
