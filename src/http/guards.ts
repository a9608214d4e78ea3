import type { FastifyRequest } from 'fastify'
import type { Caller } from '#identity/caller.ts'
import type { Identity } from '#identity/index.ts'
import type { Door } from './door.ts'
import { headerValues } from './header-values.ts'
import { plain } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null at open doors. */
    caller: Caller | null
  }
}

/**
 * Lets the right callers through, before a byte of the body is read.
 * @throws Refusal `unauthenticated` (401) or, where the token's scope is another, `forbidden` (403)
 */
export async function admit(identity: Pick<Identity, 'verify'>, door: Door, request: FastifyRequest): Promise<void> {
  if (door.guard === 'open') return
  const caller = await identity.verify(headerValues(request, 'authorization'))
  if (caller.scope !== door.guard) {
    throw plain('forbidden', `This needs a token with the scope ${door.guard}.`, door.guard)
  }
  request.caller = caller
}
