import { checkKeyCustody } from '#app/config/key-custody.ts'
import { flag } from '#app/config/kinds.ts'
import { ConfigError } from '#app/config.ts'
import { type Finding, fail, pass } from '#flows/doctor/finding.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { LocalCommand } from '../command.ts'

/** Looks at a set-up before it takes real money (docs/operate/go-live.md). */
export const doctor: LocalCommand = {
  verb: 'doctor',
  summary: 'Check the deployment for production; exits with 1 on a problem',
  options: [{ flags: '--pci', field: 'pci', kind: flag, description: 'evidence by requirement of PCI DSS instead' }],
  run: async ({ pci }) => ({ items: await findings(pci === true) }),
  isBad: (answer) => (answer as { items: readonly Finding[] }).items.some(({ ok }) => !ok),
  examples: ['doctor', 'doctor --json', 'doctor --pci'],
}

/** With invalid settings there is nothing else to check. */
async function findings(isPci: boolean): Promise<readonly Finding[]> {
  // Loaded on demand, because the whole gateway is large.
  const { withGateway } = await import('../with-gateway.ts')
  const custody = () => checkKeyCustody(process.env, isPci)
  try {
    if (isPci) {
      const { collectEvidence } = await import('#flows/doctor/pci.ts')
      const { scriptInventory } = await import('#http/pages/script-inventory.ts')
      const scripts = ({ settings }: Gateway) => scriptInventory(settings.baseUrl).scripts
      return await withGateway((gateway) => collectEvidence(gateway, scripts(gateway), custody()))
    }
    const { examine } = await import('#flows/doctor/index.ts')
    const found = await withGateway(examine)
    return [pass('settings', 'all settings are valid'), custody(), ...found]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.mistakes.map((message) => fail('settings', message))
  }
}
