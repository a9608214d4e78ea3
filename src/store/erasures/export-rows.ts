import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'

const CUSTOMER = `json_build_object('id', customer ->> 'id', 'first_name', customer ->> 'firstName',
  'last_name', customer ->> 'lastName', 'address', customer ->> 'address', 'city', customer ->> 'city',
  'country', customer ->> 'country', 'postal_code', customer ->> 'postalCode', 'email', customer ->> 'email',
  'phone', customer ->> 'phone') as customer`
const ORDER = 'terminal_id, reference, description, currency, amount, transaction_type'

/** Tables with a customer's data: column of the ID, the customer's ID, and what is shown (docs/reference/erasure.md#export). */
export const EXPORTED_TABLES = {
  customers: {
    id: 'customer_id',
    of: 'customer_id',
    shown: 'customer_id as id, first_name, last_name, address, city, country, postal_code, email, phone, created_at',
  },
  agreements: {
    id: 'agreement_id',
    of: 'customer_id',
    shown: `agreement_id as id, status, purpose, description, currency, max_amount, masked, brand,
      hash, accepted_at, created_at`,
  },
  payment_links: {
    id: 'payment_link_id',
    of: `customer ->> 'id'`,
    shown: `payment_link_id as id, ${ORDER}, ${CUSTOMER}, metadata, message, return_url, created_at`,
  },
  sessions: {
    id: 'session_id',
    of: `customer ->> 'id'`,
    shown: `session_id as id, ${ORDER}, ${CUSTOMER}, metadata, return_url, created_at`,
  },
  transactions: {
    id: 'id',
    of: `customer ->> 'id'`,
    shown: `id, parent_id, order_id, ${ORDER}, status, processing_code, response_message, ${CUSTOMER}, customer_ip,
      browser_info ->> 'userAgent' as user_agent, browser_info ->> 'acceptHeader' as accept_header,
      browser_info ->> 'language' as language, payment_method, metadata, return_url, error_url, cancel_url, created_at`,
  },
} as const

export type ExportedTable = keyof typeof EXPORTED_TABLES

/** A row that was looked at; its JSON if it is of the customer. */
export interface ExportedRow extends Position {
  readonly json: string | null
}

export function nextExported(
  sql: Sql,
  table: ExportedTable,
  merchantId: string,
  customerId: string,
  after: Position,
  limit: number,
): Promise<readonly ExportedRow[]> {
  const { id, of, shown } = EXPORTED_TABLES[table]
  const customer = sql.unsafe(of)
  return sql<ExportedRow[]>`
    select ${sql(id)} as id, created_at as "createdAt", case when ${customer} = ${customerId} then (
      select row_to_json(shown)::text from (select ${sql.unsafe(shown)}) as shown) end as json
    from ${sql(table)} where merchant_id = ${merchantId} and (created_at, ${sql(id)}) > (${after.createdAt}, ${after.id})
    order by created_at, ${sql(id)} limit ${limit}`
}
