import { resolve } from 'node:path'
import { text } from '#app/config/kinds.ts'
import { isGiven } from '#app/config/read-setting.ts'
import type { Setting } from '#app/config/setting.ts'
import { SETTINGS } from '#app/config/settings.ts'
import { demoFilePath, readDemoFile } from '#app/supervisor/demo-file.ts'
import { AccessToken } from '#client/access-token.ts'
import { findIssuer } from '#client/command/issuer.ts'
import { Connection } from '#client/connection.ts'
import { Failure } from './command.ts'
import { dataDirectory, settingOf } from './with-database.ts'

const TIMEOUT_MS = 30_000
/** One attempt: the user sees the error and repeats the command. */
const PATIENCE = { timeoutMs: TIMEOUT_MS, maxRetries: 0 }
const GATEWAY_URL: Setting<string> = {
  name: 'TOLLGATE_URL',
  kind: SETTINGS.authUrl.kind,
  why: 'URL of the gateway to call.',
}
const CLIENT_ID: Setting<string> = { name: 'TOLLGATE_CLIENT_ID', kind: text, why: 'Client of the gateway.' }
const CLIENT_SECRET: Setting<string> = {
  name: 'TOLLGATE_CLIENT_SECRET',
  kind: { ...text, isSecret: true },
  why: 'Secret of the client.',
}
const NEEDED = [GATEWAY_URL, CLIENT_ID, CLIENT_SECRET]
const NAMES = NEEDED.map(({ name }) => name).join(', ')

export type Role = 'operator' | 'merchant'

export interface Access {
  readonly connect: (role: Role) => Promise<Connection>
  readonly clientSecret: string
  readonly demoMerchantId: string | undefined
}

/**
 * Access by TOLLGATE_URL, TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET, or as the demo's operator and merchant where
 * none of them is set (docs/reference/running.md#the-command). Demo credentials are never sent to another address.
 * @throws Failure that says what is missing
 */
export function findAccess(): Access {
  const missing = NEEDED.filter((setting) => !isGiven(setting, process.env)).map(({ name }) => name)
  if (missing.length === NEEDED.length) return demoAccess()
  if (missing.length > 0) throw new Failure(`${missing.join(' and ')} must be set too.`)
  return {
    connect: connectToGiven,
    clientSecret: settingOf(CLIENT_SECRET)!,
    demoMerchantId: undefined,
  }
}

function demoAccess(): Access {
  const dataDir = resolve(dataDirectory())
  const demo = settingOf(SETTINGS.realm) === 'uat' ? readDemoFile(dataDir) : undefined
  if (!demo) {
    throw new Failure(`Set ${NAMES}. (There is no demo at ${demoFilePath(dataDir)}.)`)
  }
  const { base_url, auth_url, realm } = demo
  const clientOf = (role: Role) => {
    const { client_id: clientId, client_secret: clientSecret } = demo[role]
    if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
    throw new Failure(`Set ${NAMES}. (Tokens come from ${auth_url}, where the demo has no client.)`)
  }
  const connect = async (role: Role) => connection(base_url, { authUrl: auth_url, realm, ...clientOf(role) })
  return { connect, clientSecret: clientOf('merchant').clientSecret, demoMerchantId: demo.merchant.merchant_id }
}

async function connectToGiven(): Promise<Connection> {
  const baseUrl = settingOf(GATEWAY_URL)!
  const [clientId, clientSecret] = [settingOf(CLIENT_ID)!, settingOf(CLIENT_SECRET)!]
  return connection(baseUrl, { ...(await findIssuer(baseUrl, TIMEOUT_MS)), clientId, clientSecret })
}

function connection(baseUrl: string, credentials: ConstructorParameters<typeof AccessToken>[0]): Connection {
  return new Connection(baseUrl, new AccessToken(credentials, TIMEOUT_MS), PATIENCE)
}
