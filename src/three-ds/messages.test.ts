import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readVectors } from '#test/vectors.ts'
import { readBase64Json } from './base64-json.ts'
import {
  isMethodNotification,
  readChallengeRequest,
  readChallengeResponse,
  readMethodData,
  writeChallengeRequest,
  writeChallengeResponse,
  writeMethodData,
  writeMethodNotification,
} from './messages.ts'

interface Vectors {
  readonly base64: { readonly cases: readonly { id: string; json: object; base64url: string; base64Padded: string }[] }
  readonly messages: {
    readonly 'CRes-final': { readonly json: { threeDSServerTransID: string }; readonly base64url: string }
  }
}

const ID = randomUUID()
const ACS_ID = randomUUID()
const REQUEST = {
  threeDSServerTransID: ID,
  acsTransID: ACS_ID,
  messageVersion: '2.2.0',
  challengeWindowSize: '05',
} as const

function encode(message: unknown): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

describe('browser data', () => {
  test('is accepted in base64 and base64url, padded or not', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), (message) => {
        const bytes = Buffer.from(JSON.stringify(message))
        const [plain, url] = [bytes.toString('base64'), bytes.toString('base64url')]
        for (const form of [plain, plain.replace(/=+$/, ''), url, url.padEnd(plain.length, '=')]) {
          expect(JSON.stringify(readBase64Json(form))).toBe(JSON.stringify(JSON.parse(JSON.stringify(message))))
        }
      }),
    )
  })

  it.each([
    ['in lines of 76 signs', (text: string) => text.replace(/.{76}/g, '$&\r\n')],
    ['with a line end behind it', (text: string) => `${text}\n`],
    ['with blanks around it', (text: string) => `  ${text} `],
    ['with blanks in it', (text: string) => text.replace(/.{64}/g, '$& ')],
    ['with tabs in it', (text: string) => text.replace(/.{10}/g, '$&\t')],
    ['with an end of line and a blank in it', (text: string) => text.replace(/.{70}/g, '$&\n ')],
    ['with a blank for every +', (text: string) => text.replaceAll('+', ' ')],
    ['with NUL at its end', (text: string) => `${text}\0`],
    ['without padding', (text: string) => text.replace(/=+$/, '')],
    ['with half its padding', (text: string) => text.replace(/==$/, '=')],
    ['with too much padding', (text: string) => `${text}==`],
  ])('is read %s', (_how, write) => {
    // Text with every sign of the alphabet, plus signs at either end, and each of the three lengths of padding.
    for (const end of ['', '?', '??']) {
      const message = { ...REQUEST, text: `ûûû${'>>>~~~???ÿþ'.repeat(9)}${end}` }
      const base64 = Buffer.from(JSON.stringify(message)).toString('base64')
      expect(base64).toContain('+')
      expect(readBase64Json(write(base64))).toEqual(message)
    }
  })

  it('is read with NUL behind its JSON', () => {
    expect(readBase64Json(Buffer.from('{"a":1}\0').toString('base64'))).toEqual({ a: 1 })
  })

  it.each([
    ['nothing', ''],
    ['junk', 'not base64!'],
    ['an array', encode([1])],
    ['a bare value', encode('x')],
    ['broken JSON', Buffer.from('{"a":').toString('base64url')],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')],
    ['more than 16 KiB', encode({ a: 'x'.repeat(16_384) })],
  ])('is not read from %s', (_what, text) => {
    expect(readBase64Json(text)).toBeUndefined()
  })
})

describe('creq', () => {
  it('is sent as base64url without padding and reads back', () => {
    const creq = writeChallengeRequest(REQUEST)
    expect(creq).toMatch(/^[\w-]+$/)
    expect(readChallengeRequest(creq)).toEqual({ ...REQUEST, messageType: 'CReq' })
  })

  it.each([
    ['another message', { messageType: 'CRes' }],
    ['an id that is no UUID', { threeDSServerTransID: 'x' }],
    ['a missing ACS id', { acsTransID: undefined }],
    ['an unknown window size', { challengeWindowSize: '06' }],
    ['a version of another protocol', { messageVersion: '1.0.2' }],
  ])('is refused with %s', (_what, change) => {
    expect(readChallengeRequest(encode({ ...REQUEST, messageType: 'CReq', ...change }))).toBeUndefined()
  })
})

describe('cres', () => {
  it.each(['Y', 'N', 'U', 'A', 'R'])('brings %s', (transStatus) => {
    const cres = writeChallengeResponse({ ...REQUEST, transStatus })
    expect(readChallengeResponse(cres, ID)).toBe(transStatus)
  })

  it('needs no more than threeDSServerTransID and transStatus', () => {
    expect(readChallengeResponse(encode({ threeDSServerTransID: ID, transStatus: 'N' }), ID)).toBe('N')
  })

  it.each(['C', 'D', 'I', 'S', 'y', '', null, 1])('brings U for %j', (transStatus) => {
    expect(readChallengeResponse(encode({ threeDSServerTransID: ID, transStatus }), ID)).toBe('U')
  })

  it('of another authentication brings U, and one that cannot be read nothing', () => {
    expect(readChallengeResponse(writeChallengeResponse({ ...REQUEST, transStatus: 'Y' }), randomUUID())).toBe('U')
    expect(readChallengeResponse('junk', ID)).toBeUndefined()
  })

  it.each(['Cres', 'CRES', 'Erro', 'CReq', '', 1, ['CRes']])('of the type %j brings nothing', (messageType) => {
    const other = { threeDSServerTransID: ID, transStatus: 'N', messageType }
    expect(readChallengeResponse(encode(other), ID)).toBeUndefined()
  })

  it('names its authentication in any case', () => {
    const shouted = { threeDSServerTransID: ID.toUpperCase(), transStatus: 'Y' }
    expect(readChallengeResponse(encode(shouted), ID)).toBe('Y')
    expect(readChallengeResponse(encode({ ...shouted, threeDSServerTransID: ID }), ID.toUpperCase())).toBe('Y')
    expect(isMethodNotification(encode(shouted), ID)).toBe(true)
  })
})

describe('threeDSMethodData', () => {
  const data = { threeDSServerTransID: ID, threeDSMethodNotificationURL: 'https://gateway.example/done' }

  it('reads back', () => {
    expect(readMethodData(writeMethodData(data))).toEqual(data)
  })

  it.each(['javascript:alert(1)', '/done', '', `https://gateway.example/${'x'.repeat(256)}`])(
    'is refused with the notification URL %s',
    (threeDSMethodNotificationURL) => {
      expect(readMethodData(writeMethodData({ ...data, threeDSMethodNotificationURL }))).toBeUndefined()
    },
  )

  it('notifies about its own authentication and no other', () => {
    expect(isMethodNotification(writeMethodNotification(ID), ID)).toBe(true)
    expect(isMethodNotification(writeMethodNotification(ID), ACS_ID)).toBe(false)
  })
})

const vectors = readVectors('emv-3ds.json') as Vectors | undefined

describe.skipIf(!vectors)('the published EMV 3DS vectors', () => {
  it('are written byte for byte and read in both forms', () => {
    for (const { id, json, base64url, base64Padded } of vectors!.base64.cases) {
      const { messageType: _, ...fields } = json as Record<string, string>
      const written = id === 'creq' ? writeChallengeRequest(fields as never) : writeMethodData(fields as never)
      expect(readBase64Json(written)).toEqual(json)
      expect(readBase64Json(base64url)).toEqual(json)
      expect(readBase64Json(base64Padded)).toEqual(json)
    }
  })

  it('hold a challenge response that is understood', () => {
    const { json, base64url } = vectors!.messages['CRes-final']
    expect(readChallengeResponse(base64url, json.threeDSServerTransID)).toBe('Y')
  })
})
