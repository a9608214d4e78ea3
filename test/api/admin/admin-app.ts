import { issueClient } from '#identity/issue-client.ts'
import { type RunningGateway, startOwnGateway, useGateway } from '#test/running-gateway.ts'
import { type CallOptions, connectMerchant, type HttpAnswer } from '#test/test-merchant.ts'

/** A running gateway and an operator who calls it. */
export interface AdminApp extends RunningGateway {
  readonly operatorId: string
  operator(method: string, path: string, body?: unknown, options?: CallOptions): Promise<HttpAnswer>
}

/** @param isOwn for tests that see or change what belongs to no merchant */
export async function startAdminApp({ isOwn = false } = {}): Promise<AdminApp> {
  return startAdminAppOn(isOwn ? await startOwnGateway() : await useGateway())
}

export async function startAdminAppOn(app: RunningGateway): Promise<AdminApp> {
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  const access = { clientId, clientSecret: clientSecret.reveal(), merchantId: '', terminalId: '', publicKey: '' }
  const { call } = await connectMerchant(app.baseUrl, access)
  const operator: AdminApp['operator'] = (method, path, body, options) => call(method, path, { ...options, body })
  return { ...app, operatorId: clientId, operator }
}

/** The properties a 422 names, sorted. */
export function refused({ status, body }: HttpAnswer): string[] {
  if (status !== 422) throw new Error(`Expected a 422, got ${status}: ${JSON.stringify(body)}`)
  return body.errors.map(({ property }: { property: string }) => property).sort()
}

/** An answer's instant, as the wire writes it. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
