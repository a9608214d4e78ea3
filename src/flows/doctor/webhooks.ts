import { guardedClient } from '#events/guarded-fetch.ts'
import { targetPolicy } from '#events/target.ts'
import { listActiveEndpointUrls } from '#store/events/webhook-endpoints.ts'
import type { Gateway } from '../gateway.ts'
import { type Finding, fail, pass } from './finding.ts'

/** Checks that the webhook endpoints are reachable from here, by the rules of deliveries. */
export async function checkWebhooks({ sql, settings }: Gateway): Promise<Finding[]> {
  const urls = await listActiveEndpointUrls(sql)
  const client = guardedClient(targetPolicy(settings))
  try {
    return await Promise.all(urls.map((url) => reach(client, url)))
  } finally {
    await client.close()
  }
}

async function reach(client: ReturnType<typeof guardedClient>, url: string): Promise<Finding> {
  const check = `webhook ${new URL(url).origin}`
  try {
    await client.reach(url)
    return pass(check, 'responds')
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return fail(check, `It cannot be reached (${code ?? message}); check its server and the firewall of this network.`)
  }
}
