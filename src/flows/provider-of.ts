import type { Provider } from '#providers/provider.ts'
import type { Gateway } from './gateway.ts'

/** The provider an account belongs to. An account of a provider this gateway does not run is an operator's mistake. */
export function providerOf(gateway: Gateway, name: string): Provider {
  const provider = gateway.providers.get(name)
  if (!provider) throw new Error(`No provider named ${name} runs in realm ${gateway.settings.realm}.`)
  return provider
}
