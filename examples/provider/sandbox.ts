import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mistake, Sandbox, Tools } from '@tollgate/provider'

const KEY = 'sk_test_0123456789'

/** A charge or a refund, by the gateway's ID of the attempt. */
interface Entry {
  readonly id: string
  readonly attempt: string
  readonly amount: string
  readonly currency: string
  status: 'succeeded' | 'canceled'
}

type Order = Pick<Entry, 'attempt' | 'amount' | 'currency'> & { readonly reference: string }

/** Values that an answer repeats wrongly, to see whether the connector notices. */
const WRONG: Readonly<Record<Mistake, Partial<Entry>>> = {
  amount: { amount: '1' },
  currency: { currency: 'XOF' },
  attempt: { attempt: 'att_of_somebody_else' },
}

/** The provider, played: keeps its own ledger, checks the key, signs notices and loses answers when a reference says so. */
export default async function openSandbox({ Secret }: Tools): Promise<Sandbox> {
  const ledger = new Map<string, Entry>()
  const silenced = new Set<string>()
  const mistakes = new Set<Mistake>()

  function create({ attempt, amount, currency, reference }: Order): Entry | 'silence' {
    const isSilent = /^silence/.test(reference) && !silenced.has(attempt)
    silenced.add(attempt)
    if (isSilent && reference === 'silence') return 'silence'
    const entry = ledger.get(attempt) ?? { id: `ac_${attempt}`, attempt, amount, currency, status: 'succeeded' }
    ledger.set(attempt, entry)
    return isSilent ? 'silence' : entry
  }

  function cancel(attempt: string): object {
    const entry = ledger.get(attempt) ?? { id: `ac_${attempt}`, attempt, amount: '0', currency: 'EUR' }
    ledger.set(attempt, { ...entry, status: 'canceled' })
    return {}
  }

  async function answer(request: IncomingMessage): Promise<object | 'silence' | number> {
    const body = await text(request)
    if (request.headers.authorization !== `Bearer ${KEY}`) return 401
    const [, kind, attempt = '', verb] = request.url!.split('/')
    if (kind !== 'charges' && kind !== 'refunds') return 404
    if (verb === 'cancel') return cancel(attempt)
    return request.method === 'POST' ? create(JSON.parse(body)) : (ledger.get(attempt) ?? 404)
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const answered = await answer(request)
    if (answered === 'silence') return
    const status = typeof answered === 'number' ? answered : 200
    const wrong = Object.assign({}, ...[...mistakes].map((mistake) => WRONG[mistake]))
    const body = typeof answered === 'number' ? {} : { ...answered, ...wrong }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { secret_key: { current: new Secret(KEY), previous: null } },
    wrongCredentials: { secret_key: { current: new Secret('sk_test_another_key'), previous: null } },
    approving: {},
    charging: { reference: 'silence-after' },
    losing: { reference: 'silence' },
    repeats: ['amount', 'currency', 'attempt'],
    mistake(mistake) {
      mistakes.add(mistake)
      return () => mistakes.delete(mistake)
    },
    netCharges: async (attempt) => (ledger.get(attempt)?.status === 'succeeded' ? 1 : 0),
    async noticesOf(attempt) {
      const entry = ledger.get(attempt)
      const body = Buffer.from(JSON.stringify({ id: `ev_${attempt}`, attempt, status: entry?.status }))
      const signature = createHmac('sha256', KEY).update(body).digest('hex')
      return entry ? [{ body, header: (name) => (name === 'x-signature' ? signature : undefined) }] : []
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
