import { guardedClient } from '#events/guarded-fetch.ts'
import { targetPolicy } from '#events/target.ts'
import { realmAt } from '#identity/realm.ts'
import { loadSigningKey } from '#identity/signing-key.ts'
import { outbound } from '#outbound/http-client.ts'
import { mailErrorCode, probeMailServer } from '#outbound/mail-server.ts'
import { listActiveEndpointUrls } from '#store/events/webhook-endpoints.ts'
import { listAllActiveAccounts } from '#store/merchants/provider-accounts.ts'
import { probeAndNote } from '../admin/check-provider-account.ts'
import type { Gateway } from '../gateway.ts'
import { checkDatabase } from './database.ts'
import { type Finding, fail, pass } from './finding.ts'
import { checkRealm } from './realm.ts'

const EXAMINATIONS = [checkRealm, checkDatabase, checkAddress, checkProviderAccounts, checkWebhooks, checkMail]

/** Changes nothing but the last check of the provider accounts. */
export async function examine(gateway: Gateway): Promise<readonly Finding[]> {
  const findings = await Promise.all(EXAMINATIONS.map((look) => look(gateway)))
  return findings.flat()
}

/** Checks that providers accept the credentials of all accounts; stored as the last check of each. */
async function checkProviderAccounts(gateway: Gateway): Promise<Finding[]> {
  const checkedAt = gateway.clock.now()
  const accounts = await listAllActiveAccounts(gateway.sql)
  if (accounts.length === 0) {
    const message = 'No merchant has an active provider account; add one with provider-account create.'
    return [fail('provider accounts', message)]
  }
  const found = await Promise.all(accounts.map((account) => probeAndNote(gateway, account, checkedAt)))
  return found.flatMap(({ problems }, place) => {
    const { provider, providerAccountId } = accounts[place]!
    const check = `provider account ${providerAccountId}`
    if (problems.length === 0) return [pass(check, `${provider} accepts its credentials`)]
    return problems.map((problem) => fail(check, `${provider}: ${problem}`))
  })
}

const TIMEOUT_MS = 5000
const CHECK = 'address'

/** Checks that BASE_URL leads to this gateway, with a trusted certificate. */
async function checkAddress(gateway: Gateway): Promise<Finding[]> {
  const { baseUrl } = gateway.settings
  try {
    const { status } = await get(`${baseUrl}/health/ready`)
    if (status !== 200) return [fail(CHECK, `${baseUrl}/health/ready returns ${status}; see the log of the gateway.`)]
    if (await isOurs(gateway)) return [pass(CHECK, `${baseUrl} responds and is ready`)]
    const message = `${baseUrl} leads to another gateway, or to one of another realm or database; correct BASE_URL or DNS.`
    return [fail(CHECK, message)]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const advice =
      'Check that the gateway runs, that DNS points to it, and that the certificate is complete and trusted.'
    return [fail(CHECK, `${baseUrl} cannot be reached (${typeof code === 'string' ? code : message}). ${advice}`)]
  }
}

/** Compares the key that signs tokens, which only gateways of one database share. An external identity provider has its own. */
async function isOurs({ settings, sql, vault }: Gateway): Promise<boolean> {
  const { authUrl, baseUrl, realm } = settings
  if (authUrl !== baseUrl) return true
  const { publicJwk } = await loadSigningKey(sql, vault)
  const { status, body } = await get(`${baseUrl}${realmAt(authUrl, realm, baseUrl).jwksPath}`)
  return status === 200 && body.toString().includes(`"${publicJwk.kid}"`)
}

function get(url: string) {
  return outbound.send({ method: 'GET', url, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

/** Checks that the webhook endpoints are reachable from here, by the rules of deliveries. */
async function checkWebhooks({ sql, settings }: Gateway): Promise<Finding[]> {
  const urls = await listActiveEndpointUrls(sql)
  const client = guardedClient(targetPolicy(settings))
  try {
    return await Promise.all(urls.map((url) => reach(client, url)))
  } finally {
    await client.close()
  }
}

/** Checks that the mail server accepts a connection and its sign-in. */
async function checkMail({ settings: { mail } }: Gateway): Promise<Finding[]> {
  if (!mail) return []
  try {
    await probeMailServer(mail.server.reveal())
    return [pass('mail', `the server accepts mails from ${mail.from}`)]
  } catch (error) {
    const { responseCode } = error as { responseCode?: number }
    const reason = String(responseCode ?? mailErrorCode(error) ?? 'no answer')
    const advice = /CERT|SIGNATURE/.test(reason)
      ? 'its certificate must be valid, for the host of SMTP_URL, and from a known authority or one in NODE_EXTRA_CA_CERTS'
      : 'check SMTP_URL and the network'
    return [fail('mail', `The mail server cannot be used (${reason}); ${advice}.`)]
  }
}

async function reach(client: ReturnType<typeof guardedClient>, url: string): Promise<Finding> {
  const check = `webhook ${new URL(url).origin}`
  try {
    await client.reach(url)
    return pass(check, 'responds')
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return fail(check, `It cannot be reached (${code ?? message}); check its server and the firewall of this network.`)
  }
}
