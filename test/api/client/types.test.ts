import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJson } from '#client/exact-json.ts'
import { clientTypes } from '#test/client-types.ts'
import { type Document, readDocument } from '#test/openapi-document.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

// The types of the client are written from the API description: `npx vitest run test/api/client -u`.

let app: RunningGateway
let document: Document
beforeAll(async () => {
  app = await useGateway()
  document = await readDocument(app.baseUrl)
})
afterAll(() => app.close())

test('the client has a type for every schema of the merchant’s API, with all its fields', async () => {
  await expect(clientTypes(document)).toMatchFileSnapshot('../../../client/schema.ts')
})

test('the client reads every amount of the API as a bigint, and no other number', () => {
  const fields = new Map<string, boolean>()
  JSON.stringify(document, (_key, part) => {
    for (const [name, { anyOf, ...field }] of Object.entries<Document>(part?.properties ?? {}))
      for (const { type, format } of [field, ...(anyOf ?? [])])
        if ([type].flat().includes('integer')) fields.set(name, fields.get(name) || format === 'int64')
    return part
  })
  const read = ([field]: [string, boolean]) => (readJson(`{"${field}":1}`) as Document)[field]
  const wrong = [...fields].filter((each) => (typeof read(each) === 'bigint') !== each[1])
  expect(wrong).toEqual([])
  expect(fields.get('net')).toBe(true)
})
