import { X509Certificate } from 'node:crypto'
import type { CredentialTable, Realm } from '#providers/port/tools.ts'

/** The only origins: UAT never reaches live accounts, nor production the sandbox. */
export const ORIGINS = {
  uat: 'https://api-m.sandbox.paypal.com',
  production: 'https://api-m.paypal.com',
} as const satisfies Record<Realm, string>

/** Subject of PayPal's signing certificate in each environment. */
const SIGNERS = {
  uat: 'messageverificationcerts.sandbox.paypal.com',
  production: 'messageverificationcerts.paypal.com',
} as const satisfies Record<Realm, string>

const DASHBOARD = 'developer.paypal.com, Apps & Credentials'

/** Credentials of an account. Only the certificate shows its environment. */
export function credentialsIn(realm: Realm): CredentialTable {
  const environment = realm === 'production' ? 'Live' : 'Sandbox'
  return {
    client_id: { label: `Client ID (${DASHBOARD}, ${environment})`, required: true, problemOf: problemOfKey },
    client_secret: { label: `Secret key (${DASHBOARD}, ${environment})`, required: true, problemOf: problemOfKey },
    webhook_id: {
      label: `Webhook ID (${DASHBOARD}, the app's webhooks)`,
      required: false,
      problemOf: problemOfWebhook,
    },
    webhook_certificate: {
      label: 'The certificate (PEM) at the address in the header PAYPAL-CERT-URL of a notice',
      required: false,
      problemOf: (value) => problemOfCertificate(value, realm),
    },
  }
}

function problemOfKey(value: string): string | null {
  return /^[\w-]{40,128}$/.test(value) ? null : 'Copy it whole: 40 to 128 letters, digits, hyphens and underscores.'
}

function problemOfWebhook(value: string): string | null {
  return /^[0-9A-Z]{10,50}$/.test(value)
    ? null
    : 'Copy it whole: capital letters and digits, such as 1JE4291016473214C.'
}

function problemOfCertificate(value: string, realm: Realm): string | null {
  const certificate = certificateOf(value)
  if (!certificate) return 'Paste the certificate in PEM, from -----BEGIN CERTIFICATE----- on.'
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') return 'PayPal signs with RSA: this is another certificate.'
  if (certificate.checkHost(SIGNERS[realm]) === undefined) {
    return `Take the certificate that PayPal issued to ${SIGNERS[realm]}: this one is another's.`
  }
  return isOutdated(certificate) ? 'This certificate has expired: take the one that PayPal signs with now.' : null
}

export function isOutdated({ validToDate }: X509Certificate): boolean {
  return validToDate.getTime() < Date.now()
}

/** First certificate of a PEM text, which is PayPal's own; undefined without one. */
export function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
