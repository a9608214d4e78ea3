import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { EMBEDDED_FAULTS } from '#http/openapi/embedded-fault-catalogue.ts'
import { ERRORS } from '#http/response/error-catalogue.ts'
import { type Document, readDocument, rebased, validatorOf } from '#test/openapi-document.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

let app: RunningGateway
let document: Document
let ajv: ReturnType<typeof validatorOf>

beforeAll(async () => {
  app = await useGateway()
  document = await readDocument(app.baseUrl)
  ajv = validatorOf(document)
})
afterAll(() => app.close())

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

function operations() {
  return Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })),
  )
}

/** Every schema of every operation, with where it stands. */
function schemas(): [string, object][] {
  return operations().flatMap(({ path, method, operation }) => {
    const { requestBody, responses = {}, parameters = [] } = operation
    const contents = [requestBody, ...Object.values<Document>(responses)].map((part) => part?.content)
    return [...contents.flatMap((content) => Object.values<Document>(content ?? {})), ...parameters].map(
      ({ schema }): [string, object] => [`${method} ${path}`, schema],
    )
  })
}

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document: version, info, servers, paths', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(document.servers).toEqual([{ url: app.baseUrl }])
    expect(Object.keys(document.paths).every((path) => path.startsWith('/'))).toBe(true)
  })

  it('explains every processing code, every error and every code of the embedded fields', () => {
    const codes = [...Object.keys(PROCESSING_CODES), ...Object.keys(ERRORS), ...Object.keys(EMBEDDED_FAULTS)]
    const explained = [...document.tags.at(-1).description.matchAll(/^\| `?(\w+)`? \|/gm)].map(([, code]) => code)
    expect(explained).toEqual(expect.arrayContaining(codes))
  })

  it('every operation has an id of its own, a response and each parameter of its path', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations()) {
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      for (const response of Object.values<Document>(operation.responses))
        expect(response.$ref ?? response.description).toEqual(expect.any(String))
      const named = (operation.parameters ?? []).filter((one: Document) => one.in === 'path')
      expect(named.map(({ name }: Document) => name).sort()).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      )
      for (const parameter of named) expect(parameter.required).toBe(true)
    }
  })

  it('every operation and every schema of its own has a name that programs can use', () => {
    for (const { path, method, operation } of operations()) {
      expect(operation.operationId, `${method} ${path}`).toMatch(/^[a-z]+([A-Z][a-z]+|3ds|Csv)*$/)
      const { requestBody, responses } = operation
      for (const part of [requestBody, responses[200], responses[201]])
        for (const { schema } of Object.values<Document>(part?.content ?? {}))
          if (schema.type === 'object' && !path.startsWith('/realms/'))
            expect.fail(`${method} ${path} has a nameless body`)
    }
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Transaction', 'TransactionList', 'Envelope', 'Session', 'Event', 'WebhookEndpoint']),
    )
    expect(document.tags.filter(({ description }: Document) => !description)).toEqual([])
  })

  it('every operation shows an example of its request and of its answer that the schema takes', () => {
    for (const { path, method, operation } of operations().filter(({ path }) => !path.startsWith('/realms/'))) {
      const { requestBody, responses } = operation
      for (const part of [requestBody, responses[200], responses[201]])
        for (const { schema, example } of Object.values<Document>(part?.content ?? {})) {
          const validate = ajv.compile(rebased(schema))
          expect([validate(example), validate.errors, example], `${method} ${path}`).toEqual([
            true,
            null,
            expect.anything(),
          ])
        }
    }
  })

  it('every example anywhere is one that its schema takes', () => {
    let looked = 0
    const wrong: unknown[] = []
    const look = (part: Document, path: string) => {
      if (typeof part !== 'object' || part === null) return
      const { schema, example, type, examples } = part
      const shown = schema && example !== undefined ? [[schema, example]] : []
      if (type && Array.isArray(examples)) shown.push(...examples.map((each: unknown) => [part, each]))
      for (const [own, each] of shown) {
        looked += 1
        if (!ajv.compile(rebased(own))(each)) wrong.push([path, each])
      }
      for (const [key, inner] of Object.entries(part)) if (key !== 'example') look(inner, `${path}/${key}`)
    }
    look(document, '')
    expect(wrong).toEqual([])
    expect(looked).toBeGreaterThan(100)
  })

  it('examples look like real answers: no text repeats the name of its field, each ID has the prefix of its kind', () => {
    const wrong: unknown[] = []
    const look = (value: unknown, name: string, operation: string) => {
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) look(inner, /^\d+$/.test(key) ? name : key, operation)
      const repeats = typeof value === 'string' && name !== '' && value === name.replaceAll('_', ' ')
      const prefix = PREFIXES[name] ?? (name === 'id' ? SUBJECTS[operation] : undefined)
      if (repeats || (prefix && value !== null && !String(value).startsWith(`${prefix}_`)))
        wrong.push([operation, name, value])
    }
    const PREFIXES: Record<string, string> = {
      ...{ merchant_id: 'mer', terminal_id: 'ter', order_id: 'ord', transaction_id: 'trx', parent_id: 'trx' },
      ...{ payment_provider_account_id: 'acc', provider_account_id: 'acc', payment_link_id: 'lnk', session_id: 'ses' },
      ...{ agreement_id: 'agr', webhook_endpoint_id: 'whe', attempt_id: 'att', dispute_id: 'dsp', key_id: 'key' },
    }
    const SUBJECTS: Record<string, string> = {
      ...{ listWebhookEndpoints: 'whe', createCustomer: 'cus', showAgreement: 'agr', listDisputes: 'dsp' },
      ...{ listAuditLog: 'aud', addListEntry: 'lst', createErasure: 'ers', listViews: 'viw', showSystem: 'prf' },
    }
    for (const { operation } of operations().filter(({ path }) => !path.startsWith('/realms/')))
      for (const part of [operation.requestBody, ...Object.values<Document>(operation.responses)])
        for (const { example } of Object.values<Document>(part?.content ?? {})) look(example, '', operation.operationId)
    for (const [type, { post }] of Object.entries<Document>(document.webhooks))
      look(post.requestBody.content['application/json'].example, '', type)
    expect(wrong).toEqual([])
  })

  it('examples of a payment, its refund, a session and a link have the IDs, sums and URLs of real ones', () => {
    const answerOf = (name: string) => {
      const { responses } = operations().find(({ operation }) => operation.operationId === name)!.operation
      return (responses[200] ?? responses[201]).content['application/json'].example
    }
    const trx = expect.stringMatching(/^trx_/)
    const sums = { captured_amount: 2800, refunded_amount: 0, disputed_amount: 0 }
    expect(answerOf('authorizePayment').result).toMatchObject({ id: trx, ...sums })
    const refund = answerOf('manageTransaction')
    expect(refund).toMatchObject({ id: trx, parent_id: trx })
    expect(refund).not.toHaveProperty('captured_amount')
    expect(answerOf('createSession').id).toMatch(/^ses_/)
    const { id, url, qr_url, message } = answerOf('createPaymentLink')
    expect([id, url, qr_url, message]).toEqual([
      expect.stringMatching(/^lnk_/),
      `https://pay.example/pay/${id}`,
      `${url}/qr.svg`,
      null,
    ])
  })

  it('every operation has an answer and a fault, and no two paths fit one address', () => {
    for (const { path, method, operation } of operations()) {
      const statuses = Object.keys(operation.responses)
      expect([path, method, statuses.some((status) => /^(2|default)/.test(status))]).toEqual([path, method, true])
      expect([path, method, statuses.some((status) => status.startsWith('4'))]).toEqual([path, method, true])
    }
    const paths = Object.keys(document.paths).map((path) => path.split('/'))
    const clash = (one: readonly string[], other: readonly string[]) =>
      one.length === other.length && one.every((part, at) => part === other[at] || `${part}${other[at]}`.includes('{'))
    const isOpen = (one: readonly string[], other: readonly string[]) =>
      one.some((part, at) => part.includes('{') && !other[at]!.includes('{'))
    const ambiguous = paths.flatMap((one) =>
      paths
        .filter((other) => clash(one, other) && isOpen(one, other) && isOpen(other, one))
        .map((other) => [one, other]),
    )
    expect(ambiguous).toEqual([])
  })

  it('every error of the API has the fields of every other, so that a typed client may look for any of them', () => {
    const bodies = Object.values<Document>(document.components.responses).map(
      ({ content }) => document.components.schemas[content['application/json'].schema.$ref.split('/').at(-1)],
    )
    const fields = bodies.map(({ properties }) => Object.keys(properties).sort().join())
    expect(new Set(fields)).toEqual(new Set(['error,errors,method,params,status']))
    expect(document.components.schemas.AccessError.required).toEqual(['error'])
  })

  it.each([
    'authorizePayment',
    'createPayment',
    'createPayout',
    'createSession',
    'createCustomer',
    'createWebhookEndpoint',
  ])('the example of %s is accepted with a terminal, card and reference of the test', async (name) => {
    const { path, operation } = operations().find(({ operation }) => operation.operationId === name)!
    const { example } = operation.requestBody.content['application/json']
    const { payment_method } = app.merchant.order()
    const ours = { terminal_id: app.merchant.terminalId, payment_method, reference: name }
    const own = Object.fromEntries(Object.entries(ours).filter(([field]) => field in example))
    const { status, body } = await app.merchant.call('POST', path, { body: { ...example, ...own } })
    expect([status, body.errors]).toEqual([expect.toSatisfy((code: number) => [200, 201].includes(code)), undefined])
  })

  it('what may be null is described as what it otherwise is, and chapters have names that programs can have', () => {
    const wrong: string[] = []
    const look = (part: Document, path: string) => {
      if (typeof part !== 'object' || part === null) return
      const { type, properties, enum: values } = part
      const isText = Array.isArray(type) && type.includes('string')
      if (isText && (properties || (Array.isArray(values) && !values.includes(null)))) wrong.push(path)
      for (const [key, inner] of Object.entries(part)) look(inner, `${path}/${key}`)
    }
    look({ paths: document.paths, components: document.components }, '')
    expect(wrong).toEqual([])
    expect(document.tags.filter(({ name }: Document) => /^\d/.test(name))).toEqual([])
  })

  it('every reference leads somewhere', () => {
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        pointer!.split('/').reduce((part, key) => part?.[key], document),
        pointer,
      ).toBeDefined()
  })

  it('every schema is valid JSON Schema 2020-12', () => {
    expect(schemas().length).toBeGreaterThan(20)
    for (const [where, schema] of schemas()) expect(() => ajv.compile(rebased(schema)), where).not.toThrow()
  })

  it('holds every public path that this gateway answers, and the token and notification endpoints', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/realms/uat/protocol/openid-connect/token',
        '/api/transactions/authorize',
        '/api/transactions/three-ds/{three_ds_server_trans_id}/request-authentication',
        '/api/transactions/three-ds/authentication-completed',
        '/three-ds/{id}/challenge-notification-url',
        '/api/transactions/{id}/status',
        '/api/transactions',
        '/api/customers',
        '/api/customers/{id}',
        '/api/customers/{id}/payment-methods',
        '/api/payment-methods/{token}',
        '/api/events',
        '/api/events/{id}',
        '/api/events/{id}/redeliver',
        '/api/webhook-endpoints',
        '/api/webhook-endpoints/{id}',
        '/api/webhook-endpoints/{id}/rotate-secret',
        '/api/simulators/charges',
        '/admin/merchants',
        '/admin/audit-log',
      ]),
    )
  })

  it('the notification endpoint sends the browser on', () => {
    const { responses } = document.paths['/three-ds/{id}/challenge-notification-url'].post
    expect(responses['303'].headers).toHaveProperty('Location')
    expect(responses['200']).toBeUndefined()
  })

  it('every payment method says which fields of the request it needs beside the ones that all need', async () => {
    const { AuthorizePaymentRequest: schema } = document.components.schemas
    for (const { $ref } of schema.properties.payment_method.oneOf) {
      const { properties, description } = document.components.schemas[$ref.split('/').at(-1)]
      const type = properties.type.const ?? properties.type.enum[0]
      const body = { payment_method: { type, data: {} } }
      const { errors } = (await app.merchant.call('POST', '/api/transactions/authorize', { body })).body
      const missing = errors.map(({ property }: Document) => property)
      const own = missing.filter((field: string) => !schema.required.includes(field) && !field.includes('.'))
      for (const field of own) expect(description, type).toContain(`\`${field}\``)
    }
  })

  it('every documented operation answers: none is a 405 or an unknown path', async () => {
    for (const { path, method } of operations()) {
      const url = app.baseUrl + path.replaceAll(/\{\w+\}/g, 'unknown')
      const answer = await fetch(url, { method: method.toUpperCase() })
      expect([path, method, answer.status]).not.toEqual([path, method, 405])
      const isPage = path.startsWith('/three-ds/')
      if (!isPage) expect([path, method, answer.status]).not.toEqual([path, method, 404])
    }
  })
})

it('addresses that browsers come to document the pages they answer with, and what a body names may be unknown', () => {
  const { paths, components } = document
  const notified = paths['/three-ds/{id}/challenge-notification-url'].post.responses
  expect(notified[404].$ref).toBe('#/components/responses/404Page')
  expect(Object.keys(components.responses['404Page'].content)).toEqual(['application/json', 'text/html'])
  expect(paths['/api/transactions/three-ds/authentication-completed'].post.responses).toHaveProperty('404')
})
