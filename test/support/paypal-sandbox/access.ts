import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { newNumber } from './book.ts'

export const CLIENT_ID = `Atest-client-${'i'.repeat(50)}`
export const CLIENT_SECRET = `Etest-secret-${'s'.repeat(50)}`

const NINE_HOURS = 32_400

/** Tokens of the sandbox: accepts issued tokens that were not revoked. */
export class Access {
  readonly #tokens = new Set<string>()
  issued = 0

  issue({ headers }: SandboxRequest): SandboxAnswer {
    const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) {
      return { status: 401, raw: '{"error":"invalid_client","error_description":"Client Authentication failed"}' }
    }
    const token = `A21AA-${newNumber()}${newNumber()}`
    this.#tokens.add(token)
    this.issued += 1
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: NINE_HOURS, app_id: 'APP-1' } }
  }

  /** As after a change of the app: every token that is out is worth nothing. */
  callBack(): void {
    this.#tokens.clear()
  }

  /** Every token, to look for where none may be. */
  get tokens(): readonly string[] {
    return [...this.#tokens]
  }

  /** The handlers, for those who show a token. */
  guard<Routes extends Record<string, (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer>>>(
    routes: Routes,
  ) {
    const guarded = Object.entries(routes).map(([route, handle]) => {
      const handler = (request: SandboxRequest) => (this.#isShown(request) ? handle(request) : UNAUTHORIZED)
      return [route, handler] as const
    })
    return Object.fromEntries(guarded)
  }

  #isShown({ headers }: SandboxRequest): boolean {
    return this.#tokens.has(headers.authorization?.replace('Bearer ', '') ?? '')
  }
}

const UNAUTHORIZED: SandboxAnswer = {
  status: 401,
  raw: '{"error":"invalid_token","error_description":"Token signature verification failed"}',
}
