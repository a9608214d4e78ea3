import { createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { html } from '#html/html.ts'
import { postForm, problemSummary } from '../parts/form.ts'
import { action } from '../shell/action.ts'
import { requireMerchant, screen } from '../shell/screen.ts'
import { AccountBody, accountFields, declaredCredentials, PROVIDERS_PATH, readAccount } from './form.ts'
import { account } from './page.ts'

const newAccount = screen({
  path: `${PROVIDERS_PATH}/new`,
  permission: 'providers.manage',
  summary: 'Form for a new provider account',
  page: 'provider',
  query: ['provider'],
  read: async (gateway, { caller, query, form }) => {
    requireMerchant(caller)
    const provider = form?.provider ?? query.provider ?? ''
    return { provider, credentials: declaredCredentials(gateway, provider) }
  },
  show: (caller, { provider, credentials }, shown) => {
    const body = html`${problemSummary(shown.problems)}
${accountFields({ name: provider, settings: '{}', credentials, isNew: true }, shown)}
<p class="form-actions"><button class="button button-primary" data-action="create">Add account</button></p>`
    return {
      title: `Add ${provider} account`,
      back: { href: PROVIDERS_PATH, words: 'Providers' },
      problemsIn: 'form',
      body: html`<section class="sheet">
<p class="muted">Credentials are encrypted when stored and never shown again. <a href="/docs/providers">The guides of providers</a> show where to find them.</p>
${postForm(caller, { name: 'create', action: `${PROVIDERS_PATH}/new`, isOnce: true, hidden: { provider }, body })}
</section>`,
    }
  },
})

const createRoute = action(newAccount, {
  summary: 'Add a provider account',
  body: AccountBody,
  does: async (gateway, { caller, actor, body }) => {
    const { provider = '' } = body
    const entered = readAccount(gateway, declaredCredentials(gateway, provider), body)
    const merchantId = requireMerchant(caller)
    const { providerAccountId: id } = await createProviderAccount(gateway, actor, merchantId, { provider, ...entered })
    return account.to({ id }, 'created')
  },
})

export const newAccountRoutes = [newAccount.route, createRoute]
