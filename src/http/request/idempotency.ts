import type { FastifyRequest } from 'fastify'
import { invalid } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { runIdempotently } from '#flows/requests/idempotent-response.ts'
import type { Caller, ClientCaller, PersonCaller } from '#identity/caller.ts'
import type { HttpResponse } from '../response/problems.ts'
import type { Route } from '../route.ts'
import { headerValue } from './headers.ts'

const MAX_KEY = 255

/** docs/reference/requests.md#idempotency-key @throws RequestError `invalid` (bad key, or another body), `still-running` */
export async function answerOnce(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  body: Uint8Array,
  run: () => Promise<HttpResponse>,
  reread: (status: number, objectId: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { caller } = request
  const key = headerValue(request, 'idempotency-key')
  const isStream = route.gives === 'application/jsonl' || route.takes === 'stream'
  if (key === undefined || caller === null || isInBrowser(caller) || route.method !== 'POST' || isStream) return run()
  const id = { owner: ownerOf(caller), method: route.method, path: pathOf(request, caller), key: checkedKey(key) }
  const { answer, replayed } = await runIdempotently(gateway, id, body, run, reread)
  return replayed ? { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } } : answer
}

function isInBrowser(caller: Caller | PersonCaller): caller is ClientCaller | PersonCaller {
  return caller.scope === 'client' || caller.scope === 'person'
}

function checkedKey(key: string): string {
  if (key.length >= 1 && key.length <= MAX_KEY) return key
  throw invalid('Idempotency-Key', `Use a key of 1 to ${MAX_KEY} characters.`, '1', String(MAX_KEY))
}

/** Keys of a merchant move with it, so they name no one else. */
function ownerOf(caller: Exclude<Caller, ClientCaller>): string {
  return caller.scope === 'merchant' ? caller.merchantId : `operator ${caller.clientId}`
}

/** Separates narrow clients, which must not get the answer to a call of another client. */
function pathOf(request: FastifyRequest, caller: Exclude<Caller, ClientCaller>): string {
  const path = request.url.split('?', 1)[0]!
  return caller.scope === 'merchant' && caller.limits ? `${caller.clientId} ${path}` : path
}
