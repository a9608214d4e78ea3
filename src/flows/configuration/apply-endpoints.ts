import { RequestError } from '#domain/problem.ts'
import { type MerchantConfiguration, MOST_OF_A_KIND } from '#interface/configuration.ts'
import type { Gateway } from '../gateway.ts'
import { problemsOfUrl } from '../webhook-endpoints/check-target.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  removeWebhookEndpoint,
  showWebhookEndpoints,
} from '../webhook-endpoints/index.ts'
import { forEach, note, type Run, sync } from './changes.ts'
import { endpointName, type Named, required, withoutQuery } from './named.ts'
import { endpointView } from './read-configuration.ts'

type Parts = NonNullable<MerchantConfiguration['webhook_endpoints']>

const nameOf = ({ url, terminal }: Parts[number]) => endpointName(url, terminal)

/** @throws RequestError `invalid` on the URL of an endpoint that the merchant does not have yet */
export async function checkNewEndpoints(gateway: Gateway, merchantId: string | undefined, parts: Parts): Promise<void> {
  const read = async (id: string) => (await showWebhookEndpoints(gateway, id, undefined, MOST_OF_A_KIND)).items
  const present = merchantId === undefined ? [] : await read(merchantId)
  const checks = parts.map(async ({ url }, index) => {
    const isPresent = present.some((endpoint) => endpoint.url === url)
    const problems = isPresent ? [] : await problemsOfUrl(gateway, url)
    return problems.map((problem) => ({ ...problem, property: `${index}.${problem.property}` }))
  })
  const problems = (await Promise.all(checks)).flat()
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

export async function applyEndpoints(run: Run, named: Named, parts: Parts = []): Promise<void> {
  const { gateway, actor, merchantId } = run
  await forEach('merchant.webhook_endpoints', parts, nameOf, async ({ terminal = null, ...part }, key) => {
    const terminalId = terminal && required('terminal', terminal, named.terminals.get(terminal)?.terminalId, 'terminal')
    const name = withoutQuery(key)
    let endpoint = named.endpoints.get(key)
    await sync(run, {
      ...{ kind: 'webhook endpoint', name, wanted: part },
      present: endpoint && endpointView(endpoint, named),
      create: async () => {
        const { url, event_types: eventTypes = null } = part
        const created = await createWebhookEndpoint(gateway, actor, merchantId, { url, terminalId, eventTypes }, true)
        run.issued.push({ kind: 'webhook endpoint', name, secret: created.secret })
        endpoint = created.endpoint
        return endpointView(created.endpoint, named)
      },
      change: ({ status, event_types: eventTypes }: Partial<Parts[number]>) =>
        changeWebhookEndpoint(gateway, actor, merchantId, endpoint!.id, { status, eventTypes }),
    })
  })
}

export async function pruneEndpoints(run: Run, { endpoints }: Named, parts: Parts | undefined): Promise<void> {
  const { gateway, actor, merchantId } = run
  for (const [key, { id }] of endpoints) {
    if (!parts || parts.some((part) => nameOf(part) === key)) continue
    await removeWebhookEndpoint(gateway, actor, merchantId, id)
    note(run, { change: 'REMOVED', kind: 'webhook endpoint', name: withoutQuery(key), fields: [] })
  }
}
