import { plainEmail } from '#domain/email.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import { searchable } from '../shape/searchable.ts'
import { typedText } from '../transactions/search-facts.ts'

/** SQL of the texts whose beginning is searched; each is what its index has (migration 0186). */
const CUSTOMER_NAME = `left(${searchable(`(coalesce(first_name || ' ', '') || coalesce(last_name, ''))`)}, 100) collate "C"`
const LAST_NAME = `left(${searchable('last_name')}, 100) collate "C"`

/** More with one beginning of a name are not looked at. */
const MOST_FOUND = 1000

/** Condition on customers with this ID or email, or whose name or last name begins so. */
export function foundBy(sql: Sql, merchantId: string, q: string): Fragment {
  const those = (condition: Fragment) => sql`
    (select customer_id from customers where merchant_id = ${merchantId} and ${condition} limit ${MOST_FOUND})`
  const typed = typedText(sql, q)
  const begins = (text: string) => sql`
    ${sql.unsafe(text)} >= ${typed} and ${sql.unsafe(text)} < (${typed} || chr(1114111)) collate "C"`
  return sql`and customer_id in (
    ${those(sql`customer_id = ${q}`)}
    union all ${those(sql`lower(email) = any(${[q.toLowerCase(), plainEmail(q)]}::text[])`)}
    union all ${those(begins(CUSTOMER_NAME))}
    union all ${those(sql`last_name is not null and ${begins(LAST_NAME)}`)}
  )`
}
