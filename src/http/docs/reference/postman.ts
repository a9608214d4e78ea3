import type { Chapter, PlacedOperation } from './chapters.ts'
import type { Content, OpenApiDocument, Parameter } from './document.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** The API as a collection for Postman, Bruno and other clients: a folder for each chapter, requests with examples. */
export function postmanCollection({ servers, components }: OpenApiDocument, chapters: readonly Chapter[]): object {
  const { tokenUrl } = components.securitySchemes.oauth.flows.clientCredentials
  const folders = chapters.map(({ title, operations }) => ({
    name: title,
    item: operations.filter(({ method }) => method !== 'EVENT').map(requestItem),
  }))
  return {
    info: { name: 'Tollgate', schema: SCHEMA },
    variable: [
      { key: 'base_url', value: servers[0].url },
      { key: 'client_id', value: '' },
      { key: 'client_secret', value: '' },
    ],
    auth: { type: 'oauth2', oauth2: pairs(clientCredentials(tokenUrl)) },
    item: folders.filter(({ item }) => item.length > 0),
  }
}

function clientCredentials(accessTokenUrl: string): Readonly<Record<string, string>> {
  return {
    grant_type: 'client_credentials',
    accessTokenUrl,
    clientId: '{{client_id}}',
    clientSecret: '{{client_secret}}',
    client_authentication: 'body',
    addTokenTo: 'header',
  }
}

function pairs(values: Readonly<Record<string, string>>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))
}

function requestItem({ method, path, summary, description, parameters = [], requestBody }: PlacedOperation): object {
  const [mediaType, content] = Object.entries<Content[string]>(requestBody?.content ?? {})[0] ?? []
  const header = named(parameters, 'header')
  const contentType = mediaType === undefined ? [] : [{ key: 'Content-Type', value: mediaType }]
  const isTokenEndpoint = path.startsWith('/realms/')
  return {
    name: summary,
    request: {
      method,
      description,
      header: [...contentType, ...header],
      url: urlOf(path, parameters),
      ...(content && { body: bodyOf(mediaType!, content) }),
      ...(isTokenEndpoint && { auth: { type: 'noauth' } }),
    },
  }
}

function bodyOf(mediaType: string, { example }: Content[string]): object {
  if (mediaType === 'application/x-www-form-urlencoded')
    return { mode: 'urlencoded', urlencoded: pairs(Object(example) as Record<string, string>) }
  const raw = example === undefined ? '' : JSON.stringify(example, null, 2)
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } }
}

function urlOf(path: string, parameters: readonly Parameter[]): object {
  const shown = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    raw: `{{base_url}}${shown}`,
    host: ['{{base_url}}'],
    path: shown.slice(1).split('/'),
    query: named(parameters, 'query'),
    variable: named(parameters, 'path').map(({ key, description }) => ({ key, value: '', description })),
  }
}

/** Optional ones are switched off. */
function named(parameters: readonly Parameter[], place: Parameter['in']) {
  const wanted = parameters.filter((parameter) => parameter.in === place)
  return wanted.map(({ name, description = '', required }) => ({
    key: name,
    value: '',
    description,
    disabled: !required,
  }))
}
