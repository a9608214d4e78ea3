import { keptJson } from '#domain/kept-text.ts'
import type { AskedAttempt, Exchange } from '#providers/port/provider.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

export type ProviderExchange = Exchange & Pick<AskedAttempt, 'merchantId' | 'attemptId'>
export type KeptExchange = ProviderExchange & { readonly sentAt: Date }

const EXCHANGE = record<KeptExchange>()(
  'merchantId, attemptId, request, requestFields, httpStatus, requestId, answerFields, sentAt',
)

export async function insertExchange(sql: Sql, exchange: ProviderExchange): Promise<void> {
  await sql`
    insert into provider_exchanges (merchant_id, attempt_id, request, request_fields, http_status, request_id,
      answer_fields)
    values (${exchange.merchantId}, ${exchange.attemptId}, ${exchange.request},
      ${JSON.stringify(keptJson(exchange.requestFields))}::jsonb, ${exchange.httpStatus}, ${exchange.requestId},
      ${JSON.stringify(keptJson(exchange.answerFields))}::jsonb)`
}

export async function listExchanges(sql: Sql, merchantId: string, transactionId: string): Promise<KeptExchange[]> {
  return sql`
    select ${EXCHANGE.select(sql, 'exchange')} from provider_exchanges exchange join attempts using (merchant_id, attempt_id)
    where attempts.merchant_id = ${merchantId} and attempts.transaction_id = ${transactionId}
    order by exchange.number`
}

export async function purgeOldExchanges(sql: Sql, days: number, limit: number): Promise<number> {
  const deleted = await sql`
    delete from provider_exchanges where (merchant_id, number) in (
      select merchant_id, number from provider_exchanges where sent_at < now() - make_interval(days => ${days})
      order by sent_at limit ${limit} for update skip locked
    )`
  return deleted.count
}
