import { resolve } from 'node:path'
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
const NEEDED = ['TOLLGATE_URL', 'TOLLGATE_CLIENT_ID', 'TOLLGATE_CLIENT_SECRET']

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
  const missing = NEEDED.filter((name) => !process.env[name]?.trim())
  if (missing.length === NEEDED.length) return demoAccess()
  if (missing.length > 0) throw new Failure(`${missing.join(' and ')} must be set too.`)
  return {
    connect: connectToGiven,
    clientSecret: process.env.TOLLGATE_CLIENT_SECRET!.trim(),
    demoMerchantId: undefined,
  }
}

function demoAccess(): Access {
  const dataDir = resolve(dataDirectory())
  const demo = settingOf(SETTINGS.realm) === 'uat' ? readDemoFile(dataDir) : undefined
  if (!demo) {
    throw new Failure(`Set ${NEEDED.join(', ')}. (There is no demo at ${demoFilePath(dataDir)}.)`)
  }
  const { base_url, auth_url, realm } = demo
  const clientOf = (role: Role) => {
    const { client_id: clientId, client_secret: clientSecret } = demo[role]
    if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
    throw new Failure(`Set ${NEEDED.join(', ')}. (Tokens come from ${auth_url}, where the demo has no client.)`)
  }
  const connect = async (role: Role) => connection(base_url, { authUrl: auth_url, realm, ...clientOf(role) })
  return { connect, clientSecret: clientOf('merchant').clientSecret, demoMerchantId: demo.merchant.merchant_id }
}

async function connectToGiven(): Promise<Connection> {
  const baseUrl = settingOf(GATEWAY_URL)!
  const clientId = process.env.TOLLGATE_CLIENT_ID!.trim()
  const clientSecret = process.env.TOLLGATE_CLIENT_SECRET!.trim()
  return connection(baseUrl, { ...(await findIssuer(baseUrl, TIMEOUT_MS)), clientId, clientSecret })
}

const GATEWAY_URL: Setting<string> = {
  name: 'TOLLGATE_URL',
  kind: SETTINGS.authUrl.kind,
  why: 'URL of the gateway to call.',
}

function connection(baseUrl: string, credentials: ConstructorParameters<typeof AccessToken>[0]): Connection {
  return new Connection(baseUrl, new AccessToken(credentials, TIMEOUT_MS), PATIENCE)
}
