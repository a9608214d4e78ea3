import { requireBody, send } from '../http.ts'
import { Failure } from './failure.ts'

interface Description {
  readonly servers?: readonly { readonly url?: string }[]
  readonly components?: {
    readonly securitySchemes?: { readonly oauth?: { flows?: { clientCredentials?: { tokenUrl?: string } } } }
  }
}

/**
 * Reads from the gateway's description where its tokens come from. A gateway that issues them itself is called at the
 * given URL, which may be inside the network, and not at its public one.
 * @throws Failure if there is no gateway
 */
export async function findIssuer(baseUrl: string, timeoutMs: number): Promise<{ authUrl: string; realm: string }> {
  const { servers, components } = requireBody(await send(`${baseUrl}/openapi.json`, {}, timeoutMs)) as Description
  const tokenUrl = components?.securitySchemes?.oauth?.flows?.clientCredentials?.tokenUrl ?? ''
  const [, authUrl, realm] = /^(.+)\/realms\/([^/]+)\/protocol\//.exec(tokenUrl) ?? []
  if (authUrl === undefined || realm === undefined) throw new Failure(`No Tollgate found at ${baseUrl}.`)
  return { authUrl: authUrl === servers?.[0]?.url ? baseUrl : authUrl, realm }
}
