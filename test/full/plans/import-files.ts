import type { Sql } from '#store/connection/database.ts'
import type { Demo } from '#test/gateway-process.ts'
import { filledId } from '../../../bench/fill/payments.ts'
import { fetchToken } from '../../simulation/campaign/token.ts'

const ROWS = 1500

/** Imports a settlement file about payments of a long history, and another one that it reverts. */
export async function importFiles(demo: Demo, sql: Sql): Promise<void> {
  const { base_url: baseUrl, operator, merchant } = demo
  const token = await fetchToken({ baseUrl, clientId: operator.client_id, clientSecret: operator.client_secret })
  const [{ account }] = await sql<[{ account: string }]>`
    select provider_account_id as account from ledger_entries where merchant_id = ${merchant.merchant_id} limit 1`
  const send = async (path: string, body: string, type: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const answer = await fetch(baseUrl + path, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly id: string }
  }
  const files = `/admin/provider-accounts/${account}/settlements?format=generic`
  await send(files, fileOf('kept', 0), 'text/csv')
  const { id } = await send(files, fileOf('reverted', ROWS), 'text/csv')
  await send(`/admin/settlements/${id}/accept`, '{"batch":"reverted","reason":"Of the test"}', 'application/json')
  await send(`/admin/settlements/${id}/revert`, '{}', 'application/json')
}

/** Names payments by their IDs, references, or the provider's; nothing is paid out. */
function fileOf(batch: string, first: number): string {
  const names = (n: number) => [`${filledId(n)},`, `order-${n},`, `,provider-${n}`][n % 3]!
  const rows = Array.from({ length: ROWS }, (_, index) => {
    return `${batch},PURCHASE,${names(first + index)},EUR,10.50,0.25,10.25,2026-11-28T10:00:00Z`
  })
  return ['batch,type,reference,provider_reference,currency,gross,fee,net,settled_at', ...rows, ''].join('\n')
}
