import { ConfigError, readConfig } from '#app/config.ts'
import type { Finding } from '#flows/doctor/finding.ts'
import type { LocalCommand } from '../command.ts'

/** Looks at a set-up before it takes real money (docs/operate/go-live.md). */
export const doctor: LocalCommand = {
  verb: 'doctor',
  summary: 'Check the deployment for production; exits with 1 on a problem',
  run: async () => ({ items: await findings() }),
  columns: ['ok', 'check', 'message'],
  isBad: (answer) => (answer as { items: readonly Finding[] }).items.some(({ ok }) => !ok),
  examples: ['doctor', 'doctor --json'],
}

/** With invalid settings there is nothing else to check. */
async function findings(): Promise<readonly Finding[]> {
  try {
    readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.mistakes.map((message) => ({ check: 'settings', ok: false, message }))
  }
  // Loaded on demand, because the whole gateway is large.
  const [{ examine }, { withGateway }] = await Promise.all([
    import('#flows/doctor/index.ts'),
    import('../with-gateway.ts'),
  ])
  return [{ check: 'settings', ok: true, message: 'all settings are valid' }, ...(await withGateway(examine))]
}
