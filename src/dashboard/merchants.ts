import { Type } from 'typebox'
import { invalid } from '#domain/problem.ts'
import { changeMerchant, createMerchant, showMerchants } from '#flows/admin/merchants.ts'
import { chooseMerchant } from '#flows/dashboard/choose-merchant.ts'
import { type Html, html } from '#html/html.ts'
import { post } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { MerchantBody } from '#interface/merchant.ts'
import { readGiven } from '#interface/read.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { postButton, postForm, type Shown } from './parts/form.ts'
import { activeBadge, formatTime, sentenceCase } from './parts/format.ts'
import type { ListView } from './parts/list.ts'
import { listedId, sheet } from './parts/sheet.ts'
import { MerchantForm, merchantFieldOf, merchantFields, toMerchantChange } from './settings/merchant-form.ts'
import { textFields } from './shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { action, validated } from './shell/screen.ts'

const MERCHANTS_PATH = '/dashboard/merchants'

const merchants = listing({
  path: MERCHANTS_PATH,
  permission: 'platform.read',
  title: 'Merchants',
  lead: () => 'Select a merchant to view its dashboard. Its audit log records the pages you open.',
  done: {
    created:
      'Merchant created. Its owner gets a client secret under Keys. Select it to add terminals and provider accounts.',
    saved: 'Saved. Applies to all new requests.',
  },
  read: async (gateway, _visit, _chosen, after) => {
    const { opensCards: canCreate } = gateway.vault
    return { ...(await showMerchants(gateway, after, DASHBOARD_PAGE_SIZE)), canCreate }
  },
  actions: (caller) => caller.merchantId !== null && caller.isPlatform && leave(caller),
  rows: merchantRows,
  none: () => ({ words: 'Create your first merchant below.' }),
  below: (caller, { canCreate }, shown) => canCreate && may(caller, 'merchants.manage') && createForm(caller, shown),
})

export function merchantRows<T extends MerchantRecord>(caller: PersonCaller): Omit<ListView<T>, 'rows' | 'name'> {
  return {
    caption: 'Merchants',
    idOf: ({ merchantId }) => merchantId,
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => html`<span translate="no">${name}</span>`),
      cell.state('status', 'Status', ({ status }) => activeBadge(status)),
      cell.more('country', 'Country', ({ country }) => country ?? '–'),
      cell.more('merchant-id', 'ID', ({ merchantId }) => listedId(merchantId)),
      cell.time('created', 'Created', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.more('actions', 'Actions', (merchant) => actionsOf(caller, merchant)),
    ],
  }
}

function actionsOf(caller: PersonCaller, { merchantId, status }: MerchantRecord): Html {
  const hidden = { merchant_id: merchantId }
  const does = status === 'ACTIVE' ? 'deactivate' : 'activate'
  const action = `/dashboard/merchants/${merchantId}/${does}`
  return html`<span class="actions">${
    caller.merchantId === merchantId
      ? html`<a class="button button-quiet" href="/dashboard">Viewing</a>`
      : postButton(caller, { action: '/dashboard/choose', hidden, words: 'View', does: 'choose' })
  }${may(caller, 'merchants.manage') && postButton(caller, { action, words: sentenceCase(does), does })}</span>`
}

function leave(caller: PersonCaller): Html {
  const words = `Exit ${caller.merchantName}`
  return postButton(caller, { action: '/dashboard/choose', hidden: { merchant_id: '' }, words, does: 'leave' })
}

function createForm(caller: PersonCaller, shown: Shown): Html {
  const body = html`${merchantFields(shown)}
<p class="form-actions"><button class="button button-primary" data-action="create-merchant">Create merchant</button></p>`
  const form = postForm(caller, { name: 'create-merchant', action: MERCHANTS_PATH, isOnce: true, body })
  return sheet('create', 'Create merchant', form)
}

const createRoute = action(merchants, {
  permission: 'merchants.manage',
  body: MerchantForm,
  done: 'created',
  fieldOf: merchantFieldOf,
  does: async (gateway, { actor, body }) => {
    const wanted = validated(gateway, MerchantBody, toMerchantChange(body))
    await createMerchant(gateway, actor, readGiven(MerchantBody, wanted))
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  action(merchants, {
    at: `/:id/${does}`,
    permission: 'merchants.manage',
    done: 'saved',
    does: async (gateway, { actor, params: { id } }) => {
      await changeMerchant(gateway, actor, id as string, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
    },
  }),
)

/** Another merchant of the user, or for platform users any or none. The form is on every page. */
const chooseRoute = post('/dashboard/choose', {
  guard: 'person',
  permission: 'own',
  body: Type.Object(textFields('merchant_id')),
  again: async (gateway, context, problems) => {
    // Only platform users have a list of merchants.
    if (!context.caller.isPlatform) throw invalid('merchant_id', 'Choose one of your merchants.')
    return merchants.show(gateway, { ...context, params: {} }, { problems })
  },
  handle: async (gateway, { caller, actor, body }) => {
    const merchantId = body.merchant_id || null
    await chooseMerchant(gateway, actor, caller, merchantId)
    return { status: 303, location: merchantId === null ? MERCHANTS_PATH : '/dashboard' }
  },
})

export const merchantRoutes = [merchants.route, createRoute, ...switchRoutes, chooseRoute]
