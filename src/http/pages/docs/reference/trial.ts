import { type Html, html } from '#html/html.ts'
import type { PlacedOperation } from '../../../docs/reference/chapters.ts'
import type { OpenApiDocument, Parameter } from '../../../docs/reference/document.ts'
import { choicesOf } from '../../../docs/reference/schema-words.ts'

const JSON_TYPE = 'application/json'

type Schemas = OpenApiDocument['components']['schemas']

/** Form that calls the operation on this server; `web/docs/reference.ts` shows and sends it. */
export function drawTrial(operation: PlacedOperation, document: OpenApiDocument): Html | false {
  const { components, tags } = document
  const { operationId, method, path, parameters = [], requestBody } = operation
  if (requestBody && !(JSON_TYPE in requestBody.content)) return false
  const isTestRealm = tags.some(({ name }) => name === 'Simulators')
  const draw = (parameter: Parameter) => drawInput(operationId, parameter, components.schemas)
  const optional = parameters.filter(({ required }) => !required)
  const example = requestBody?.content[JSON_TYPE]?.example
  return html`<details class="docs-trial" hidden><summary>Try it</summary>
<form data-form="trial" data-method="${method}" data-path="${path}">
<p class="hint docs-token-state"><span data-part="token-state"></span>
${isTestRealm && path.startsWith('/api/') && html`<button class="button button-secondary" type="button" data-action="demo">Use the demo merchant</button>`}</p>
${parameters.filter(({ required }) => required).map(draw)}
${optional.length > 0 && html`<details><summary>Optional parameters</summary>${optional.map(draw)}</details>`}
${isTestRealm && drawEncryption(operationId, example)}
${requestBody && drawBodyInput(operationId, example)}
<button class="button button-primary" data-action="send">Send ${method} ${path}</button>
<div class="docs-trial-answer" role="status"></div>
${path.startsWith('/api/transactions/') && drawAuthenticationHint(isTestRealm)}
</form>
${drawAccess(document)}
</details>
`
}

/** Hint for an answer that requires 3-D Secure, which a form cannot continue. */
function drawAuthenticationHint(isTestRealm: boolean): Html {
  const flow = '"metadata": { "simulated_flow": "VERSIONING_NOT_ENROLLED" }'
  return html`<p class="notice" role="status" data-part="authentication" hidden>The bank authenticates the shopper before this payment
continues. Your page follows the action: <a href="/docs/integrate/three-ds">3-D Secure</a>.
${isTestRealm && html`To pay without it here, add <code>${flow}</code> to the body.`}</p>`
}

function drawBodyInput(operationId: string, example: unknown): Html {
  const id = `${operationId}-body`
  const text = JSON.stringify(example, null, 2)
  return html`<div class="field"><label for="${id}">Body</label>
<textarea id="${id}" name="body" rows="10" spellcheck="false">${text}</textarea></div>
`
}

function drawInput(operationId: string, { name, in: place, required, schema }: Parameter, schemas: Schemas): Html {
  const id = `${operationId}-${name}`
  const choices = choicesOf(schema, schemas)
  const attributes = html`id="${id}" name="${name}" data-place="${place}"${required && html` required`}`
  const options = ['', ...choices].map((choice) => html`<option value="${choice}">${choice || '–'}</option>`)
  const control =
    choices.length > 0
      ? html`<select ${attributes}>${options}</select>`
      : html`<input ${attributes} autocomplete="off" spellcheck="false">`
  return html`<div class="field"><label for="${id}">${name}</label>
${control}</div>
`
}

const TEST_VALUES: Readonly<Record<string, string>> = {
  encrypted_card_number: '4111111111111111',
  encrypted_cvv: '123',
  encrypted_expiration_month: '12',
  encrypted_expiration_year: '2035',
}

/** Fields that the browser encrypts into the body, if the body has encrypted ones. */
function drawEncryption(operationId: string, example: unknown): Html | false {
  const names = [...new Set(JSON.stringify(example ?? null).match(/encrypted_\w+(?=":)/g))]
  if (names.length === 0) return false
  const fields = names.map((name) => {
    const id = `${operationId}-${name}`
    const value = TEST_VALUES[name] ?? ''
    return html`<div class="field"><label for="${id}">${name}</label>
<input id="${id}" data-encrypt="${name}" value="${value}" autocomplete="off" spellcheck="false"></div>
`
  })
  return html`<details><summary>Encrypt test card fields</summary>
${fields}<button class="button button-secondary" type="button" data-action="encrypt">Encrypt into the body</button>
<p class="hint" role="status" data-part="encrypted">Only test cards. The browser encrypts them with your public key.</p>
</details>
`
}

/** Form for a token, or for credentials of a client unless an external provider issues tokens. */
function drawAccess({ components, servers: [{ url }] }: OpenApiDocument): Html {
  const { tokenUrl } = components.securitySchemes.oauth.flows.clientCredentials
  const isForeign = !tokenUrl.startsWith(`${url}/realms/`)
  const credentials = html`<form class="docs-credentials" data-form="token" data-path="${new URL(tokenUrl).pathname}">
<div class="field"><label for="docs-client-id">Client id</label>
<input id="docs-client-id" name="client_id" required autocomplete="off" spellcheck="false"></div>
<div class="field"><label for="docs-client-secret">Client secret</label>
<input id="docs-client-secret" name="client_secret" type="password" required autocomplete="off"></div>
<button class="button button-secondary">Get a token</button>
<p class="hint" role="status"></p>
</form>
`
  return html`<details class="docs-access"><summary>Your access token</summary>
${!isForeign && credentials}
<div class="field"><label for="docs-token">Access token</label>
<input id="docs-token" autocomplete="off" spellcheck="false"></div>
<p class="hint">${isForeign && html`From ${tokenUrl}. `}Kept in this tab alone. Requests are sent to this gateway.</p>
</details>
`
}
