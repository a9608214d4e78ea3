import type { FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { runOnce } from '#flows/requests/run-once.ts'
import type { PersonCaller } from '#identity/caller.ts'
import type { HttpResponse } from '../response/problems.ts'
import type { ReceivedBody } from './received-body.ts'

/** Field by which a form that is sent twice unchanged creates its object once. */
export const FORM_KEY = 'form_key'

/** Runs a form of the dashboard, once if it has a key. Stores only answers that redirect. */
export async function submitOnce(
  gateway: Gateway,
  { url, method }: FastifyRequest,
  { personId, merchantId }: PersonCaller,
  { bytes, value }: ReceivedBody,
  run: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const formKey = Object(value)[FORM_KEY]
  if (!formKey) return run()
  // A form that was changed after the button Back is another one.
  const key = `${formKey} ${Buffer.from(bytes).toString('base64')}`
  let refusal: HttpResponse | undefined
  const successful = async () => {
    const answer = await run()
    if (answer.status === 303) return answer
    refusal = answer
    throw refusal
  }
  const id = { owner: `person ${personId} ${merchantId}`, method, path: url, key }
  return runOnce(gateway, id, bytes, successful).catch((error: unknown) => {
    if (refusal) return refusal
    throw error
  })
}
