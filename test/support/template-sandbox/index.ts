import { createHmac } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { Conduct } from '../provider-sandbox/behavior.ts'
import { openSandboxServer, type SandboxAnswer, type SandboxRequest } from '../provider-sandbox/server.ts'

const KEY = 'sk_test_0123456789'

/** A charge or a refund, by the gateway's ID of the attempt. */
interface Entry {
  readonly id: string
  readonly attempt: string
  readonly amount: string
  readonly currency: string
  status: 'succeeded' | 'canceled'
}

/** Template of a sandbox: keeps its own ledger, checks the key and signs notices. */
export async function openTemplateSandbox() {
  const ledger = new Map<string, Entry>()
  const conduct = new Conduct()

  function create(body: Entry & { readonly reference: string }): SandboxAnswer {
    const { attempt, amount, currency, reference } = body
    return conduct.carryOut(reference, attempt, () => {
      const entry = ledger.get(attempt) ?? { id: `ac_${attempt}`, attempt, amount, currency, status: 'succeeded' }
      ledger.set(attempt, entry)
      return { status: 200, body: entry }
    })
  }

  function find(attempt: string): SandboxAnswer {
    const entry = ledger.get(attempt)
    return entry ? { status: 200, body: entry } : { status: 404, body: {} }
  }

  function cancel(attempt: string): SandboxAnswer {
    const entry = ledger.get(attempt) ?? { id: `ac_${attempt}`, attempt, amount: '0', currency: 'EUR' }
    ledger.set(attempt, { ...entry, status: 'canceled' })
    return { status: 200, body: {} }
  }

  const guarded = (handle: (request: SandboxRequest) => SandboxAnswer) => async (request: SandboxRequest) => {
    await conduct.think()
    if (request.headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: {} }
    return handle(request)
  }
  const routesOf = (kind: string) => ({
    [`POST /${kind}`]: guarded(({ body }) => create(body as never)),
    [`GET /${kind}/{attempt}`]: guarded(({ params }) => find(params.attempt!)),
    [`POST /${kind}/{attempt}/cancel`]: guarded(({ params }) => cancel(params.attempt!)),
  })
  const server = await openSandboxServer({
    routes: { ...routesOf('charges'), ...routesOf('refunds') },
    definitionOf: () => undefined,
    refuse: () => ({ status: 400, body: {} }),
    parse: (text) => (text === '' ? undefined : JSON.parse(text)),
  })

  return {
    ...server,
    credentials: { secret_key: { current: new Secret(KEY), previous: null } },
    netCharges: async (attempt: string) => (ledger.get(attempt)?.status === 'succeeded' ? 1 : 0),
    noticesOf: async (attempt: string) => {
      const entry = ledger.get(attempt)
      const body = Buffer.from(JSON.stringify({ id: `ev_${attempt}`, attempt, status: entry?.status }))
      const signature = createHmac('sha256', KEY).update(body).digest('hex')
      return entry ? [{ body, header: (name: string) => (name === 'x-signature' ? signature : undefined) }] : []
    },
  }
}
