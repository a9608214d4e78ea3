import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
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

/** Encodings by another program: messages of the transaction `TRANSACTION`. */
const TRANSACTION = '6f5ad0c1-3d0e-4a9b-8a57-0f6c1f2e7b34'
const ENCODED = {
  challengeRequest:
    'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjZmNWFkMGMxLTNkMGUtNGE5Yi04YTU3LTBmNmMxZjJlN2IzNCIsImFjc1RyYW5zSUQiOiJiMGM3ZjFkZS01MmE0LTRmMGMtOWQzZS03ZjFmNmYwYTljMjEiLCJtZXNzYWdlVmVyc2lvbiI6IjIuMi4wIiwibWVzc2FnZVR5cGUiOiJDUmVxIiwiY2hhbGxlbmdlV2luZG93U2l6ZSI6IjA1In0',
  challengeResponse:
    'eyJhY3NUcmFuc0lEIjoiYjBjN2YxZGUtNTJhNC00ZjBjLTlkM2UtN2YxZjZmMGE5YzIxIiwiY2hhbGxlbmdlQ29tcGxldGlvbkluZCI6IlkiLCJtZXNzYWdlVHlwZSI6IkNSZXMiLCJtZXNzYWdlVmVyc2lvbiI6IjIuMS4wIiwidGhyZWVEU1NlcnZlclRyYW5zSUQiOiI2ZjVhZDBjMS0zZDBlLTRhOWItOGE1Ny0wZjZjMWYyZTdiMzQiLCJ0cmFuc1N0YXR1cyI6IlkifQ',
  methodData:
    'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjZmNWFkMGMxLTNkMGUtNGE5Yi04YTU3LTBmNmMxZjJlN2IzNCIsInRocmVlRFNNZXRob2ROb3RpZmljYXRpb25VUkwiOiJodHRwczovL2dhdGV3YXkuZXhhbXBsZS90aHJlZS1kcy82ZjVhZDBjMS0zZDBlLTRhOWItOGE1Ny0wZjZjMWYyZTdiMzQvbWV0aG9kLW5vdGlmaWNhdGlvbiJ9',
}

describe('messages that another program encoded', () => {
  it('are what we write, in base64url without padding', () => {
    const ids = { threeDSServerTransID: TRANSACTION, acsTransID: 'b0c7f1de-52a4-4f0c-9d3e-7f1f6f0a9c21' }
    const request = writeChallengeRequest({ ...ids, messageVersion: '2.2.0', challengeWindowSize: '05' })
    const threeDSMethodNotificationURL = `https://gateway.example/three-ds/${TRANSACTION}/method-notification`
    const methodData = writeMethodData({ threeDSServerTransID: TRANSACTION, threeDSMethodNotificationURL })
    expect([request, methodData].join('')).toMatch(/^[\w-]+$/)
    expect(readBase64Json(request)).toEqual(readBase64Json(ENCODED.challengeRequest))
    expect(readBase64Json(methodData)).toEqual(readBase64Json(ENCODED.methodData))
  })

  it('are read with and without padding', () => {
    for (const text of Object.values(ENCODED)) {
      const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=')
      expect(readBase64Json(text)).toMatchObject({ threeDSServerTransID: TRANSACTION })
      expect(readBase64Json(padded)).toEqual(readBase64Json(text))
    }
  })

  it('have a challenge response that is understood', () => {
    expect(readChallengeResponse(ENCODED.challengeResponse, TRANSACTION)).toBe('Y')
  })
})
