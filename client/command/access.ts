import { existsSync, readFileSync } from 'node:fs'
import { AccessToken, type Credentials } from '../access-token.ts'
import { Connection } from '../connection.ts'
import { Failure } from './failure.ts'
import { findIssuer } from './issuer.ts'

const TIMEOUT_MS = 30_000
/** One attempt: the user sees the error and repeats the command. */
const PATIENCE = { timeoutMs: TIMEOUT_MS, maxRetries: 0 }
const NEEDED = ['TOLLGATE_URL', 'TOLLGATE_CLIENT_ID', 'TOLLGATE_CLIENT_SECRET'] as const

/** A merchant's connection, and the secret of its client. */
export interface Access {
  readonly connection: Connection
  readonly clientSecret: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Connects with TOLLGATE_URL, TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET or, if none of them is set, as the demo
 * merchant of the file DEMO.
 * @throws Failure that says what is missing
 */
export async function findAccess(env: Environment): Promise<Access> {
  const missing = NEEDED.filter((name) => !env[name]?.trim())
  if (missing.length === NEEDED.length) return demoAccess(env.DEMO?.trim())
  if (missing.length > 0) throw new Failure(`${missing.join(' and ')} must be set too.`)
  const [url, clientId, clientSecret] = NEEDED.map((name) => env[name]!.trim()) as [string, string, string]
  if (!isHttpUrl(url)) throw new Failure('TOLLGATE_URL must be a URL, for example https://pay.example.com.')
  const baseUrl = url.replace(/\/$/, '')
  return connect(baseUrl, { ...(await findIssuer(baseUrl, TIMEOUT_MS)), clientId, clientSecret })
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The part of `demo.json` that is read (docs/reference/running.md#the-demo-file). */
interface DemoFile {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly merchant: { readonly client_id: string | null; readonly client_secret: string | null }
}

function demoAccess(path: string | undefined): Access {
  const needed = `Set ${NEEDED.join(', ')}, or in uat DEMO to the path of data/demo.json.`
  if (path === undefined) throw new Failure(needed)
  if (!existsSync(path)) throw new Failure(`There is no ${path}. ${needed}`)
  const { base_url, auth_url: authUrl, realm, merchant } = JSON.parse(readFileSync(path, 'utf8')) as DemoFile
  const { client_id: clientId, client_secret: clientSecret } = merchant
  if (clientId === null || clientSecret === null) throw new Failure(`${path} has no client. ${needed}`)
  return connect(base_url, { authUrl, realm, clientId, clientSecret })
}

function connect(baseUrl: string, credentials: Credentials): Access {
  const connection = new Connection(baseUrl, new AccessToken(credentials, TIMEOUT_MS), PATIENCE)
  return { connection, clientSecret: credentials.clientSecret }
}
