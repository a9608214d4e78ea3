import { outbound } from '#outbound/http-client.ts'
import type { Gateway } from '../gateway.ts'
import { type Finding, fail, pass } from './finding.ts'

const TIMEOUT_MS = 5000
const CHECK = 'address'

/** Checks that shoppers and providers reach the gateway at BASE_URL, with a certificate that is trusted. */
export async function checkAddress({ settings: { baseUrl } }: Gateway): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status } = await outbound.send({ method: 'GET', url: `${baseUrl}/health/ready`, signal })
    if (status === 200) return [pass(CHECK, `${baseUrl} responds and is ready`)]
    return [fail(CHECK, `${baseUrl}/health/ready returns ${status}; see the log of the gateway.`)]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const advice =
      'Check that the gateway runs, that DNS points to it, and that the certificate is complete and trusted.'
    return [fail(CHECK, `${baseUrl} cannot be reached (${typeof code === 'string' ? code : message}). ${advice}`)]
  }
}
