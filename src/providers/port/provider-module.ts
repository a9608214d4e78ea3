import type { Environment, Provider } from './provider.ts'
import * as port from './tools.ts'

/** Tools of a provider module: all that our own connectors import, with the realm and the origin. */
export type Tools = typeof port & Environment

/** Default export of a provider module; our own connectors are made by the same function. */
export type ProviderModule = (tools: Tools) => Provider

export function toolsFor(environment: Environment): Tools {
  return Object.freeze({ ...port, ...environment })
}
