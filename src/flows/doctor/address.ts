import type { Gateway } from '../gateway.ts'
import { type Finding, fine, wrong } from './finding.ts'

const TIMEOUT_MS = 5000
const CHECK = 'address'

/** Whether shoppers and providers reach the gateway at BASE_URL, with a certificate that is trusted. */
export async function examineAddress({ settings: { baseUrl } }: Gateway): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status } = await fetch(`${baseUrl}/health/ready`, { signal, redirect: 'error' })
    if (status === 200) return [fine(CHECK, `${baseUrl} answers and is ready`)]
    return [wrong(CHECK, `${baseUrl}/health/ready answers ${status}; look into the gateway's log.`)]
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    const advice = 'Is it started, does the name lead here, is the certificate complete and trusted?'
    return [wrong(CHECK, `${baseUrl} cannot be reached (${cause?.code ?? message}). ${advice}`)]
  }
}
