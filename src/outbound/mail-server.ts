import { createTransport, type SendMailOptions } from 'nodemailer'

/** Longest attempt in all. */
const ATTEMPT_MS = 15_000
const LIMITS = {
  ...{ dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 },
  ...{ disableFileAccess: true, disableUrlAccess: true },
}

/** Sends a message on a dedicated connection. @param url of the server @throws if it does not accept in time */
export async function sendMail(url: string, message: SendMailOptions): Promise<void> {
  const transport = createTransport({ url, ...LIMITS })
  let isHandedOver = false
  transport.use('stream', ({ message: content }, next) => {
    content.processFunc((stream) => stream.once('end', () => (isHandedOver = true)))
    next()
  })
  try {
    await transport.sendMail({ ...message, signal: AbortSignal.timeout(ATTEMPT_MS) })
  } catch (error) {
    throw Object.assign(error as Error, { isHandedOver })
  }
}

/** True if the server has the whole message and gave no reply: it may deliver it. */
export function mayBeDelivered(error: unknown): boolean {
  const { isHandedOver = false, responseCode } = error as { isHandedOver?: boolean; responseCode?: number }
  return isHandedOver && responseCode === undefined
}

/** Connects and signs in. @throws if the server does not let us */
export async function probeMailServer(url: string): Promise<void> {
  await createTransport({ url, ...LIMITS }).verify()
}

/** Code of the cause, such as `ECONNREFUSED` or `DEPTH_ZERO_SELF_SIGNED_CERT`, else that of the step that failed. */
export function mailErrorCode(error: unknown): string | undefined {
  const { code, originalCode } = error as { code?: string; originalCode?: string }
  return originalCode ?? code
}

/** True if the server rejected the recipient, or the message to it, permanently (RFC 5321, section 4.2.1). */
export function isRejected(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
