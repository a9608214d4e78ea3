import { invalid, orNotFound, type Problem, pastProblems, problem, RequestError } from '#domain/problem.ts'
import type { ClientChange } from '#interface/client.ts'
import type { Sql } from '#store/connection/database.ts'
import { type ApiClient, findApiClient, findUnknownTerminals } from '#store/merchants/api-clients.ts'
import { listMadeClients, lockTree } from '#store/merchants/client-tree.ts'
import type { ClientLimits } from '#store/merchants/clients.ts'
import { holdMerchant } from '#store/merchants/merchants.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import type { Gateway } from '../gateway.ts'

/** Locks the merchant's client list until the SQL transaction ends. @throws RequestError `invalid` on each wrong field */
export async function checkNewClient(
  gateway: Gateway,
  sql: Sql,
  merchantId: string,
  wanted: ClientLimits & { readonly externalClientId: string | null },
): Promise<void> {
  const merchant = orNotFound(await holdMerchant(sql, merchantId), 'merchant')
  const { externalClientId } = wanted
  const problems = [
    ...(await termProblems(sql, merchantId, wanted)),
    ...externalProblems(gateway, merchant.externalClientIds, externalClientId),
  ]
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** Requires that the merchant has listed an external client, so that no merchant takes another's. */
function externalProblems({ settings }: Gateway, listed: readonly string[], wanted: string | null): Problem[] {
  const refused = (message: string) => [problem('external_client_id', message)]
  if (settings.isBuiltInSignIn)
    return wanted === null ? [] : refused('Only clients of an external identity provider have one.')
  if (wanted === null) return refused('Send the ID of the client at your identity provider.')
  return listed.includes(wanted) ? [] : refused('Use one of the external_client_ids of the merchant.')
}

/** @throws RequestError `invalid`; the client created with its merchant allows only a new name */
export async function checkTerms(sql: Sql, client: ApiClient, change: ClientChange): Promise<void> {
  const term = TERMS.find(([field]) => change[field] !== undefined)
  if (client.permissions === null && term) {
    throw invalid(term[1], 'This client came with the merchant and keeps everything; create another one.')
  }
  const problems = await termProblems(sql, client.merchantId, change)
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** Clients that a narrow client may have created, directly or indirectly. */
const MOST_MADE = 20

/**
 * Checks that a client may create another one, serialized until the SQL transaction ends.
 * @throws RequestError `not-permitted` if it was disabled meanwhile, `invalid` if it created too many
 */
export async function checkMaker(sql: Sql, merchantId: string, id: string): Promise<void> {
  const top = await lockTree(sql, merchantId, id)
  if (top === undefined) return
  const maker = await findApiClient(sql, merchantId, id)
  if (maker?.status !== 'ACTIVE') {
    throw new RequestError('not-permitted', [problem('', 'This client is disabled.')])
  }
  if ((await listMadeClients(sql, merchantId, top)).length < MOST_MADE) return
  throw invalid(
    '',
    'A client with limits creates at most 20, with those that these create; disable and reuse one.',
    '20',
  )
}

/** All but the name, in the order in which a problem names them. */
const TERMS = [
  ['terminalIds', 'terminal_ids'],
  ['allowedAddresses', 'allowed_addresses'],
  ['expiresAt', 'expires_at'],
  ['permissions', 'permissions'],
  ['status', 'status'],
] as const

async function termProblems(
  sql: Sql,
  merchantId: string,
  terms: Partial<Omit<ClientLimits, 'permissions'>>,
): Promise<Problem[]> {
  const { terminalIds, expiresAt } = terms
  const unknown = terminalIds ? await findUnknownTerminals(sql, merchantId, terminalIds) : []
  return [
    ...unknown.map((id) =>
      problem(`terminal_ids.${terminalIds!.indexOf(id)}`, 'No such terminal; use one of this merchant.'),
    ),
    ...(expiresAt ? pastProblems('expires_at', expiresAt, await readTestClock(sql, merchantId)) : []),
  ]
}
