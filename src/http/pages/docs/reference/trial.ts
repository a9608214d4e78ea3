import { type Html, html } from '#html/html.ts'
import type { PlacedOperation } from '../../../docs/reference/chapters.ts'
import type { Parameter } from '../../../docs/reference/document.ts'

const JSON_TYPE = 'application/json'

/** A form that calls the operation on this server; `web/docs/reference.ts` shows and sends it. */
export function drawTrial({ operationId, method, path, parameters = [], requestBody }: PlacedOperation): Html | false {
  if (requestBody && !(JSON_TYPE in requestBody.content)) return false
  const body =
    requestBody &&
    html`<div class="field"><label for="${operationId}-body">Body</label>
<textarea id="${operationId}-body" name="body" rows="10" spellcheck="false">${JSON.stringify(requestBody.content[JSON_TYPE]!.example, null, 2)}</textarea></div>
`
  return html`<details class="docs-trial" hidden><summary>Try it</summary>
<form data-form="trial" data-method="${method}" data-path="${path}">
${parameters.map((parameter) => drawInput(operationId, parameter))}${body}
<button class="button button-primary" data-action="send">Send ${method} ${path}</button>
<div class="docs-trial-answer" role="status"></div>
</form>
</details>
`
}

function drawInput(operationId: string, { name, in: place, required }: Parameter): Html {
  const id = `${operationId}-${name}`
  return html`<div class="field"><label for="${id}">${name}</label>
<input id="${id}" name="${name}" data-place="${place}"${required && html` required`} autocomplete="off" spellcheck="false"></div>
`
}

/**
 * Source of the token of all trials: a client's credentials, or pasted where another provider gives tokens.
 * @param tokenUrl the token endpoint @param isForeign whether that is another identity provider's
 */
export function drawAccess(tokenUrl: string, isForeign: boolean): Html {
  const credentials = html`<form class="docs-credentials" data-form="token" data-path="${new URL(tokenUrl).pathname}">
<div class="field"><label for="docs-client-id">Client id</label>
<input id="docs-client-id" name="client_id" required autocomplete="off" spellcheck="false"></div>
<div class="field"><label for="docs-client-secret">Client secret</label>
<input id="docs-client-secret" name="client_secret" type="password" required autocomplete="off"></div>
<button class="button button-secondary">Get a token</button>
<p class="hint" role="status"></p>
</form>
`
  return html`<details class="docs-access" hidden><summary>Your access token, for trying operations</summary>
${!isForeign && credentials}
<div class="field"><label for="docs-token">Access token</label>
<input id="docs-token" autocomplete="off" spellcheck="false"></div>
<p class="hint">${isForeign && html`From ${tokenUrl}. `}Kept in this tab alone. Requests are sent to this gateway.</p>
</details>
`
}
