import { currentToken } from './trial-token.ts'

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/** Button that encrypts test values into the body of its form, with the public key of the token's merchant. */
export function startEncryption(form: HTMLFormElement): void {
  const said = form.querySelector('[data-part="encrypted"]')
  form.querySelector('[data-action="encrypt"]')?.addEventListener('click', async () => {
    said!.textContent = await encryptInto(form).then(
      () => 'Encrypted. The body has the new values.',
      (error: Error) => error.message,
    )
  })
}

/** @throws Error what to do instead, as a sentence */
async function encryptInto(form: HTMLFormElement): Promise<void> {
  const key = await publicKey()
  const body = form.querySelector('textarea')!
  for (const { dataset, value } of form.querySelectorAll<HTMLInputElement>('[data-encrypt]')) {
    const bytes = await crypto.subtle.encrypt(ALGORITHM, key, new TextEncoder().encode(value.trim()))
    const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
    // The example has the names with a value in quotes.
    body.value = body.value.replace(
      new RegExp(`("${dataset.encrypt}":\\s*)"[^"]*"`),
      (_, name: string) => `${name}"${text}"`,
    )
  }
}

async function publicKey(): Promise<CryptoKey> {
  if (!isSecureContext) throw new Error('Open this page over https or from localhost to encrypt.')
  const answer = await fetch('/api/keys', {
    headers: { authorization: `Bearer ${currentToken()}` },
    credentials: 'omit',
  })
  if (!answer.ok) throw new Error('Get a token of a merchant first.')
  const { encryption_keys } = await answer.json()
  const base64 = encryption_keys[0].public_key.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return crypto.subtle.importKey('spki', bytes, ALGORITHM, false, ['encrypt'])
}
