import { realmAt } from '#identity/realm.ts'
import { loadSigningKey } from '#identity/signing-key.ts'
import { outbound } from '#outbound/http-client.ts'
import type { Gateway } from '../gateway.ts'
import { type Finding, fail, pass } from './finding.ts'

const TIMEOUT_MS = 5000
const CHECK = 'address'

/** Checks that BASE_URL leads to this gateway, with a trusted certificate. */
export async function checkAddress(gateway: Gateway): Promise<Finding[]> {
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
