import type { FastifyInstance } from 'fastify'
import {
  listEventsRoute,
  redeliverEventRoute,
  redeliverFailedRoute,
  showDeliveriesRoute,
  showEventRoute,
} from '#http/api/events.ts'
import {
  changeWebhookEndpointRoute,
  createWebhookEndpointRoute,
  listWebhookEndpointsRoute,
  removeWebhookEndpointRoute,
  rotateWebhookSecretRoute,
  showWebhookEndpointRoute,
} from '#http/api/webhook-endpoints.ts'
import type { Route } from '#http/route.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { tinyApp } from '../http/tiny-app.ts'

const ROUTES: readonly Route[] = [
  changeWebhookEndpointRoute,
  createWebhookEndpointRoute,
  listWebhookEndpointsRoute,
  removeWebhookEndpointRoute,
  rotateWebhookSecretRoute,
  showWebhookEndpointRoute,
  listEventsRoute,
  redeliverEventRoute,
  redeliverFailedRoute,
  showDeliveriesRoute,
  showEventRoute,
]

/** A target that needs no resolver and is never called. */
export const HOOK = 'https://8.8.8.8/hook'
export const TERMINAL = 'ter_shop'

/** The routes of events and webhook endpoints, with two merchants who have a terminal each. */
export async function eventsApp() {
  const database = await freshDatabase()
  const { sql } = database
  await sql`insert into merchants (merchant_id, name, client_key) values ('mer_1', 'One', 'ck_1'), ('mer_2', 'Two', 'ck_2')`
  await sql`
    insert into terminals (terminal_id, merchant_id, name)
    values (${TERMINAL}, 'mer_1', 'Shop'), ('ter_other', 'mer_1', 'Other shop'), ('ter_foreign', 'mer_2', 'Foreign')`
  const { app } = await tinyApp({ sql, routes: ROUTES })
  return { sql, call: caller(app), close: () => closeAll(app, database) }
}

function caller(app: FastifyInstance) {
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = 'merchant') => {
    const headers = { authorization: `Bearer ${as}` }
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), text: answer.body }
  }
}

async function closeAll(app: FastifyInstance, database: FreshDatabase): Promise<void> {
  await app.close()
  await database.drop()
}
