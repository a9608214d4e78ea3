import type { Capabilities, MethodCapabilities } from '#domain/capabilities.ts'
import { marketOf } from './markets.ts'

type Operations = MethodCapabilities['operations']

/** Full capabilities for the methods; the hosted page offers them in their markets. */
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
  return Object.fromEntries(
    methods.map((method) => {
      const market = marketOf(method)
      return [method, market ? { ...all, market } : all]
    }),
  )
}
