export interface Addresses {
  readonly realm: string
  readonly baseUrl: string
  readonly authUrl: string
  /** Audience of the tokens of an external identity provider. */
  readonly authAudience: string
}

/** True if an external identity provider issues tokens. It may not know our scopes; roles grant the same there. */
export function isForeign({ baseUrl, authUrl }: Addresses): boolean {
  return authUrl !== baseUrl
}

const FORM = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', const: 'client_credentials' },
    client_id: { type: 'string' },
    client_secret: { type: 'string' },
    scope: { type: 'string', description: 'All scopes of the client where absent.' },
  },
}

const SCOPES = { merchant: "A merchant's data.", operator: 'The admin API.' }

const TOKEN = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', description: 'Seconds.' },
    scope: { type: 'string' },
  },
}

const TOKEN_ERROR = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}

/** Served by the identity provider (docs/reference/identity.md#the-token-endpoint). */
export function tokenPath(addresses: Addresses): { paths: object; securitySchemes: object } {
  const { realm, authUrl } = addresses
  const path = `/realms/${realm}/protocol/openid-connect/token`
  const flow = { tokenUrl: `${authUrl}${path}`, scopes: isForeign(addresses) ? {} : SCOPES }
  const words = isForeign(addresses) ? { description: tokensOfAnother(addresses) } : {}
  return {
    paths: { [path]: { servers: [{ url: authUrl }], post: OPERATION } },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', ...words },
      oauth: { type: 'oauth2', flows: { clientCredentials: flow }, ...words },
      client: { type: 'http', scheme: 'basic', description: 'Client id and secret.' },
    },
  }
}

function tokensOfAnother({ authUrl, authAudience }: Addresses): string {
  return `Tokens of ${authUrl} for the audience \`${authAudience}\`, with the scope or the role \`merchant\` or \`operator\`.`
}

const OPERATION = {
  operationId: 'requestAccessToken',
  tags: ['Access'],
  summary: 'Get an access token',
  description:
    'OAuth 2.0 client credentials, in the form or by HTTP Basic. Keep the token until shortly before it expires.',
  security: [{}, { client: [] }],
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: FORM } } },
  responses: {
    200: { description: 'OK', content: { 'application/json': { schema: TOKEN } } },
    400: errorAnswer('The request is not as RFC 6749 wants it.'),
    401: errorAnswer('The client id or secret is wrong.'),
    421: errorAnswer('The merchant moved to another group; the description contains its address.'),
    429: errorAnswer('Too many failed requests; see `Retry-After`.'),
  },
}

function errorAnswer(description: string): object {
  return { description, content: { 'application/json': { schema: TOKEN_ERROR } } }
}
