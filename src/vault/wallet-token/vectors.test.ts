import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newVault } from '#test/vault.ts'
import { readVectors } from '#test/vectors.ts'
import { decryptMessage } from './decrypt.ts'
import { readMessage, unseal } from './index.ts'
import { agreementKeyOf, toScalar } from './p256.ts'
import type { ProtocolVersion } from './protocol.ts'
import { parseRootKeys } from './root-keys.ts'
import type { WalletTokenError } from './wallet-token-error.ts'

type Json = Record<string, unknown>

/** One published token with everything it is judged by. */
interface Case {
  readonly id: string
  readonly protocolVersion: ProtocolVersion
  readonly recipientId: string
  readonly senderId?: string
  readonly rootKeys: Json
  readonly recipientPrivateKeys: readonly string[]
  readonly nowMs: number
  readonly token: Json
  readonly expected: {
    readonly ok: boolean
    readonly error?: string
    readonly plaintext?: string
    readonly json?: Json
  }
}

interface Mutation {
  readonly id: string
  readonly base: string
  readonly op: string
  readonly path?: readonly string[]
  readonly param?: string
  readonly value?: unknown
  readonly ok?: boolean
  readonly error?: string
}

interface Vectors {
  readonly rootKeySets: Readonly<Record<string, Json>>
  readonly tests: readonly (Omit<Case, 'rootKeys'> & { readonly rootKeys: string; readonly tokenString?: string })[]
  readonly mutations: readonly Mutation[]
  readonly androidPayEcv0: {
    readonly recipientPrivateKeyPem: string
    readonly message: Json
    readonly hkdfInfo: string
    readonly expectedSubset: Json
  }
}

const vectors = readVectors('google-pay-token.json') as Vectors

const termsOf = ({ protocolVersion, recipientId, senderId, rootKeys, nowMs }: Case) => ({
  version: protocolVersion,
  recipientIds: [recipientId],
  ...(senderId !== undefined && { sender: senderId }),
  roots: parseRootKeys(JSON.stringify(rootKeys)),
  now: nowMs,
})

/** Some keys are PEM, others the bare Base64 of PKCS #8. */
function pemOf(text: string): string {
  if (text.startsWith('-----')) return text
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}

const keyOf = (text: string) => agreementKeyOf(toScalar(pemOf(text))!)

function outcomeOf(one: Case) {
  try {
    const { text } = unseal(JSON.stringify(one.token), termsOf(one), one.recipientPrivateKeys.map(keyOf))
    if (one.expected.plaintext !== undefined) return { ok: true, plaintext: text }
    return { ok: true, json: readMessage(text, one.nowMs) }
  } catch (error) {
    return { ok: false, error: (error as WalletTokenError).fault }
  }
}

const expectedOf = ({ ok, error, plaintext, json }: Case['expected']) =>
  ok ? { ok, ...(plaintext === undefined ? { json } : { plaintext }) } : { ok, error }

function caseOf(id: string): Case {
  const found = vectors.tests.find((one) => one.id === id)!
  return { ...found, rootKeys: vectors.rootKeySets[found.rootKeys]! }
}

function at(target: Json, path: readonly string[]): Json {
  return path.slice(0, -1).reduce((inner, field) => inner[field] as Json, target)
}

const OPERATIONS: Readonly<Record<string, (one: Case, mutation: Mutation) => unknown>> = {
  append: ({ token }, { path, value }) => change(token, path!, (before) => `${before}${value}`),
  prepend: ({ token }, { path, value }) => change(token, path!, (before) => [value, ...(before as unknown[])]),
  set: ({ token }, { path, value }) => change(token, path!, () => value),
  delete: ({ token }, { path }) => delete at(token, path!)[path!.at(-1)!],
  param: (one, { param, value }) =>
    Object.assign(one, { [param!]: param === 'rootKeys' ? vectors.rootKeySets[value as string] : value }),
  rootKeyExpiration: ({ rootKeys }, { value }) => ecv2Roots(rootKeys).map((root) => (root.keyExpiration = value)),
  rootKeyExpirationRemove: ({ rootKeys }) => ecv2Roots(rootKeys).map((root) => delete root.keyExpiration),
  rootKeyVersion: ({ rootKeys }, { value }) => ecv2Roots(rootKeys).map((root) => (root.protocolVersion = value)),
}

function change(target: Json, path: readonly string[], update: (before: unknown) => unknown) {
  const parent = at(target, path)
  parent[path.at(-1)!] = update(parent[path.at(-1)!])
}

function ecv2Roots(set: Json): Json[] {
  return (set.keys as Json[]).filter(({ protocolVersion }) => protocolVersion === 'ECv2')
}

function mutated(mutation: Mutation): Case {
  const one = structuredClone(caseOf(mutation.base))
  OPERATIONS[mutation.op]!(one, mutation)
  return one
}

describe('the published wallet tokens', () => {
  it.each(vectors.tests.map(({ id }) => id))('%s', (id) => {
    const one = caseOf(id)
    expect(outcomeOf(one)).toEqual(expectedOf(one.expected))
  })

  it.each(vectors.mutations)('$id of $base', (mutation) => {
    const one = mutated(mutation)
    const expected = mutation.ok ? expectedOf(one.expected) : { ok: false, error: mutation.error }
    expect(outcomeOf(one)).toEqual(expected)
  })

  it.each(
    vectors.tests.filter(({ protocolVersion, recipientId, expected }) => {
      return protocolVersion === 'ECv2' && recipientId.startsWith('merchant:') && expected.ok
    }),
  )('$id is accepted from the merchant that it is signed for, which it does not name', ({ id }) => {
    const { recipientId, rootKeys, recipientPrivateKeys, nowMs, token, expected } = caseOf(id)
    const { expirationYear } = expected.json!.paymentMethodDetails as { expirationYear: number }
    const { walletTokens } = newVault()
    const keys = recipientPrivateKeys.map((text) => walletTokens.importKey(pemOf(text))!)
    const times = { now: new Date(nowMs), today: new Date(Date.UTC(expirationYear - 5, 0)) }
    const terms = { merchantId: 'mer_1', recipientId: 'gateway:tollgate', keys, ...times }
    const open = (...ownRecipients: string[]) =>
      walletTokens.open(Buffer.from(JSON.stringify(token)).toString('base64'), {
        ...terms,
        ownRecipients,
        roots: parseRootKeys(JSON.stringify(rootKeys)),
      })
    expect(open('merchant:other', recipientId).messageId).toBe(expected.json!.messageId)
    expect(() => open('merchant:other')).toThrow('message_signature_invalid')
  })

  it('the oldest format of all was encrypted in the same way', () => {
    const { recipientPrivateKeyPem, message, hkdfInfo, expectedSubset } = vectors.androidPayEcv0
    const cipher = { info: hkdfInfo, keyBytes: 16 } as const
    const clear = decryptMessage(JSON.stringify(message), [keyOf(recipientPrivateKeyPem)], cipher)
    expect(JSON.parse(clear.toString())).toMatchObject(expectedSubset)
  })
})
