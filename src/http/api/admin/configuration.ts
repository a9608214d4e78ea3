import { applyConfiguration } from '#flows/configuration/apply-configuration.ts'
import { readConfiguration } from '#flows/configuration/read-configuration.ts'
import { ConfigurationBody, ConfigurationResult, MerchantConfiguration } from '#interface/configuration.ts'
import { MerchantParams } from '#interface/merchant.ts'
import { answer, get, post } from '../../route.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: merchants' } as const

export const showConfigurationRoute = get('/admin/merchants/:id/configuration', {
  ...ADMIN,
  operation: 'adminShowConfiguration',
  summary: 'Show the configuration of a merchant, by names instead of IDs',
  params: MerchantParams,
  answers: { 200: MerchantConfiguration },
  handle: async (gateway, { params }) => answer(await readConfiguration(gateway, params.id)),
})

export const applyConfigurationRoute = post('/admin/configuration', {
  ...ADMIN,
  operation: 'adminApplyConfiguration',
  summary: 'Make a merchant equal to a configuration',
  description: 'In one commit: all changes, or none. An unknown merchant is created.',
  body: ConfigurationBody,
  holdsFile: true,
  answers: { 200: ConfigurationResult },
  handle: async (gateway, { actor, body }) => {
    const { merchant, prune = false, dry_run: dryRun = false } = body
    const { merchantId, changes, issued } = await applyConfiguration(gateway, actor, merchant, { prune, dryRun })
    const shown = issued.map(({ kind, name, clientId, secret }) => {
      return { kind, name, ...(clientId && { client_id: clientId }), secret: secret.reveal() }
    })
    return answer({ merchant_id: merchantId, changes, issued: shown })
  },
})
