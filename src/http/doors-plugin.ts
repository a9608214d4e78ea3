import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import type { Identity } from '#identity/index.ts'
import type { Door } from './door.ts'
import { admit } from './guards.ts'
import { limitRate } from './rate-limit.ts'
import { checkDeclaredLength, receiveBody } from './received-body.ts'
import { serveDoor } from './serve-door.ts'
import { createValidators } from './validate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly door?: Door
  }
}

/** What every request passes on its way to a door. */
export interface Passage {
  readonly gateway: Gateway
  readonly identity: Pick<Identity, 'verify'>
  /** Per merchant and second; 0 is off. */
  readonly rateLimitPerSecond: number
}

/**
 * Opens doors in a scope of their own. The order of refusals is the order of these steps (contract section 3): 401, 403,
 * 429 before the body is read, then 413, 415, 400, and the rest in `serveDoor`.
 */
export function openDoors(scope: FastifyInstance, doors: readonly Door[], passage: Passage): void {
  const { gateway } = passage
  const validators = createValidators(gateway.settings.realm)
  readBodiesWhole(scope)
  for (const door of doors) {
    scope.route({
      method: door.method,
      url: door.path,
      config: { door },
      onRequest: enter(door, passage),
      handler: serveDoor(gateway, door, validators),
    })
  }
}

function enter(door: Door, { gateway, identity, rateLimitPerSecond }: Passage) {
  return async (request: FastifyRequest): Promise<void> => {
    await admit(gateway, identity, door, request)
    await limitRate(gateway, door, request, rateLimitPerSecond)
    checkDeclaredLength(request)
  }
}

/** One parser for every media type, so that a body over the limit is a 413 whatever it claims to be. */
function readBodiesWhole(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    receiveBody(request.routeOptions.config.door!, request, bytes),
  )
}
