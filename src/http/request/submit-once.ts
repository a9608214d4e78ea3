import type { FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { runOnce } from '#flows/requests/run-once.ts'
import type { PersonCaller } from '#identity/caller.ts'
import type { HttpResponse } from '../response/problems.ts'
import type { ReceivedBody } from './received-body.ts'

/** Field of a form that creates something: the form of one page, sent again unchanged, creates it once. */
export const FORM_KEY = 'form_key'

/** An answer other than the redirect after success, which the form may get again. */
class Unsuccessful extends Error {
  readonly answer: HttpResponse

  constructor(answer: HttpResponse) {
    super('The form was not successful.')
    this.answer = answer
  }
}

/** Runs a form of the dashboard, once if it has a key. */
export async function submitOnce(
  gateway: Gateway,
  { url, method }: FastifyRequest,
  { personId, merchantId }: PersonCaller,
  { bytes, value }: ReceivedBody,
  run: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const formKey = Object(value)[FORM_KEY]
  if (typeof formKey !== 'string' || formKey === '') return run()
  // A form that was changed meanwhile, after the button Back, is another one.
  const key = `${formKey} ${Buffer.from(bytes).toString('base64')}`
  const id = { owner: `person ${personId} ${merchantId}`, method, path: url, key }
  const successful = async () => {
    const answer = await run()
    if (answer.status === 303) return answer
    throw new Unsuccessful(answer)
  }
  return runOnce(gateway, id, bytes, successful).catch((error: unknown) => {
    if (error instanceof Unsuccessful) return error.answer
    throw error
  })
}
