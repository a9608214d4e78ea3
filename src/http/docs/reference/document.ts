// What the reference reads of an OpenAPI 3.1 document, in that document's own words.

/** A JSON Schema, or a reference to one under `components`. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

/** By media type. */
export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

type PathItem = Readonly<Record<string, Operation>>

export interface OpenApiDocument {
  readonly servers: readonly [{ readonly url: string }]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly securitySchemes: {
      readonly oauth: { readonly flows: { readonly clientCredentials: { readonly tokenUrl: string } } }
    }
  }
}
