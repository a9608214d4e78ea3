import type { Capabilities, MethodCapabilities } from '#domain/capabilities.ts'

type Operations = MethodCapabilities['operations']

/** A simulator takes all that the interface allows of its methods. */
export function simulated(methods: readonly string[], operations: Operations): Capabilities {
  const all: MethodCapabilities = {
    operations,
    captures: 'multiple',
    partialRefunds: true,
    voidsRest: true,
    currencies: null,
    countries: null,
    brands: null,
    threeDs: 'gateway',
    requires: [],
    barsLateCharges: true,
  }
  return Object.fromEntries(methods.map((method) => [method, all]))
}
