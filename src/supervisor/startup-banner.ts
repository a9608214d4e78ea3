import type { Config } from '#app/config.ts'
import { demoFilePath } from './demo-file.ts'

/** Text for operators when the gateway is ready: addresses, credentials and a line to paste. */
export function startupBanner(config: Config): string {
  if (config.processes === 'worker')
    return `\nTollgate is ready (${config.realm}): the background worker alone. Ctrl-C stops it.\n\n`
  if (config.processes === 'dashboard')
    return `\nTollgate is ready (${config.realm}): ${config.dashboardUrl}/dashboard alone. Ctrl-C stops it.\n\n`
  const rows = [
    ['API', config.baseUrl],
    ['Documentation', `${config.baseUrl}/docs`],
    ['API reference', `${config.baseUrl}/docs/api`],
    ...(config.dashboard ? [['Dashboard', dashboardAddress(config)]] : []),
    ...(config.shopPort === null ? [] : [['Demo shop', `http://localhost:${config.shopPort}`]]),
    ...(config.isBuiltInSignIn ? [] : [['Tokens from', `${config.authUrl}/realms/${config.realm}`]]),
    ...(config.realm === 'uat'
      ? [[config.isBuiltInSignIn ? 'Credentials' : 'Demo merchant', demoFilePath(config.dataDir)]]
      : []),
  ]
  const table = rows.map(([name, value]) => `  ${name!.padEnd(15)}${value}`).join('\n')
  const paste =
    config.realm === 'uat' && config.isBuiltInSignIn
      ? `\n  Try it (ask for a token, list the transactions):\n\n${tryIt(config)}\n`
      : ''
  return `\nTollgate is ready (${config.realm}). Ctrl-C stops it.\n\n${table}\n${paste}`
}

function dashboardAddress({ dashboardUrl, realm, isBuiltInSignIn }: Config): string {
  const address = `${dashboardUrl}/dashboard`
  return realm === 'uat' && isBuiltInSignIn ? `${address}  (email and password: see Credentials)` : address
}

/** One shell line. It reads the secret from demo.json, so that no terminal or log holds it. */
function tryIt(config: Config): string {
  const { baseUrl, authUrl, realm } = config
  const form = `const m = require(${JSON.stringify(demoFilePath(config.dataDir)).replaceAll('"', "'")}).merchant; \
new URLSearchParams({ grant_type: 'client_credentials', client_id: m.client_id, client_secret: m.client_secret }) + ''`
  const token = `curl -s ${quoted(`${authUrl}/realms/${realm}/protocol/openid-connect/token`)} -d "$(node -p "${form}")" \
| node -p "JSON.parse(require('fs').readFileSync(0)).access_token"`
  return `curl -s ${quoted(`${baseUrl}/api/transactions`)} -H "Authorization: Bearer $(${token})"`
}

/** Quotes an IPv6 address, because shells read its brackets as a pattern. */
const quoted = (url: string) => (url.includes('[') ? `'${url}'` : url)
