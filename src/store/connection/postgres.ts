import { registerHooks } from 'node:module'

// postgres.js (3.4.9), fixed where it has to be. Nobody imports it from elsewhere, but its types.

/** The client's own queue, wherever it is installed. */
const OWN_QUEUE = /\/postgres\/src\/queue\.js$/

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    return OWN_QUEUE.test(resolved.url) ? next(import.meta.resolve('./postgres-queue.ts'), context) : resolved
  },
})

const { default: postgres } = await import('postgres')

/**
 * When the server refuses a plan that no longer fits the schema, postgres.js sends the statement again: with parameters
 * it has serialized already, and into the middle of what others are being answered on that connection, so that they get
 * each other's rows. It knows such a refusal by the server's routine. Without it the statement fails, and the pool is left.
 */
Object.defineProperty(postgres.PostgresError.prototype, 'routine', {
  get: () => undefined,
  set: () => undefined,
  configurable: true,
})

export default postgres
