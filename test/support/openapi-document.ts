import Ajv2020 from 'ajv/dist/2020.js'

// biome-ignore lint/suspicious/noExplicitAny: a document of free shape
export type Document = any

/** Reads a gateway's `/openapi.json`. */
export async function readDocument(baseUrl: string): Promise<Document> {
  return (await fetch(`${baseUrl}/openapi.json`)).json()
}

/** Validator of schemas that refer to the components of a document. */
export function validatorOf(document: Document): Ajv2020.default {
  // Optimizing the code takes longer than all the answers of a run.
  const ajv = new Ajv2020.default({ strict: false, allErrors: true, logger: false, code: { optimize: false } })
  ajv.addFormat('date-time', (text: string) => new Date(text).toISOString() === text)
  return ajv.addSchema({ ...document, $id: 'openapi' })
}

/** Makes a schema of the document refer to the document's components from inside Ajv. */
export function rebased(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))
}
