import { encryptField } from '#test/card-encryption.ts'
import { eventually } from '#test/eventually.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { agree, change } from '../agreements/agreements.ts'
import { createLink, payLink } from '../payment-links/links.ts'
import { pay } from '../payments/payer.ts'
import { beneficiary, push } from '../payouts/payout-requests.ts'
import { newCustomer, SAVE, savedCard } from '../saved-cards/saved-card-support.ts'
import { createSession, openBrowser, TYPED_CARD } from '../sessions/browser.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

let people = 0

/** A person of whom every detail is unusual. */
export function person(word: string) {
  people += 1
  const fields = {
    first_name: `Wil${word}`,
    last_name: `Van ${word} Oort`,
    address: `${word} lane 17`,
    city: `${word}stad`,
    country: 'RO',
    postal_code: `Q${word}9`,
    email: `Wil.${word}@Post.example`,
    phone: `+407123456${10 + people}`,
  }
  return { word, fields, ip: `203.0.113.${100 + people}`, agent: `Browser of ${word}/1.0` }
}

export type Person = ReturnType<typeof person>

/** Every way by which a merchant's customer leaves data. @returns the customer's ID */
export async function payEveryWay(app: RunningGateway, merchant: TestMerchant, who: Person): Promise<string> {
  const { word, fields, ip, agent } = who
  const id = await newCustomer(merchant, fields)
  const customer = { id, ...fields }
  const metadata = { ...NOT_ENROLLED, gift_for: word }
  const common = {
    customer,
    customer_ip: ip,
    browser_info: { ...BROWSER_INFO, user_agent: agent },
    description: `Beans for ${word}`,
    return_url: `https://shop.example/thanks?for=${word}`,
    metadata,
  }
  const holder = { encrypted_holder_name: encryptField(merchant.publicKey, `Card of ${word}`) }
  const own = merchant.order().payment_method as { data: object }
  const saved = { payment_method: { type: 'card', data: { ...own.data, ...holder } }, ...SAVE }
  const paid = (await merchant.authorize({ ...common, ...saved })).body.result
  await merchant.authorize({ ...common, ...saved, customer: fields })
  const cards = (await merchant.call('GET', `/api/customers/${encodeURIComponent(id)}/payment-methods`)).body.items
  await merchant.call('PATCH', `/api/payment-methods/${cards[0].token}`, { body: { holder_name: `${word} Oort` } })
  const { agreement_id } = await agree(merchant, { description: `Plan of ${word}` }, common)
  await change(merchant, agreement_id, { description: `New plan of ${word}` })
  const challenge = await toChallenge(merchant, metadata, { ...common, metadata: undefined })
  await complete(merchant, challenge)
  await merchant.call('POST', '/api/transactions/manage', {
    body: {
      ...{ terminal_id: merchant.terminalId, reference: paid.reference, parent_transaction_id: paid.id },
      ...{ transaction_type: 'REFUND', currency: 'EUR', amount: 100, metadata: { why: word } },
    },
  })
  const { customer: _, customer_ip: __, browser_info: ___, ...order } = common
  const browser = await openBrowser(app.baseUrl, merchant, { ...order, customer })
  const { user_agent: _u, accept_header: _a, ...browser_info } = BROWSER_INFO
  const typed = { payment_method: TYPED_CARD, customer: fields, browser_info }
  const attempt = await browser.call('pay', typed, { 'user-agent': agent })
  if (attempt.body.status !== 'APPROVED') throw new Error(`The session was not paid: ${attempt.text}`)
  const session = await createSession(merchant, { ...order, customer })
  await merchant.call('PATCH', `/api/sessions/${session.body.id}`, {
    body: { description: `Tea for ${word}`, metadata: { for: word } },
  })
  const link = await createLink(merchant, { ...order, customer, message: `Thank you, ${word}` })
  await payLink(link.url)
  await merchant.authorize({ ...common, ...savedCard('tok_unknown') })
  await pay(merchant, { customer, customer_ip: ip, metadata: { response_code: '0000', gift_for: word } })
  await push(merchant, {
    customer,
    description: `For ${word}`,
    beneficiary: beneficiary({ account_name: `Mr ${word}` }),
  })
  const listed = { reason: `Report by ${word}`, transaction_id: paid.id, kinds: ['email', 'card_hash', 'customer_ip'] }
  await merchant.call('POST', '/api/lists/allow', { body: listed })
  await merchant.call('POST', '/api/views', { body: { name: word, filters: { email: fields.email } } })
  return id
}

/** The payments and follow-ups of a person. */
export async function paymentsOf({ database: { sql } }: RunningGateway, { fields }: Person): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from transactions where customer ->> 'email' = ${fields.email}`
  return rows.map(({ id }) => id)
}

/** All tables of the gateway, as text. */
export async function everythingStored({ database: { sql } }: RunningGateway): Promise<string> {
  const tables = await sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  const rows = await Promise.all(
    tables.map(async ({ name }) =>
      (await sql.unsafe(`select row.*::text as row from ${name} row`)).map(({ row }) => `${name} ${row}`),
    ),
  )
  return rows.flat().join('\n')
}

/** Rows that have a trace of a person, also in columns of bytes. */
export async function tracesOf(app: RunningGateway, { word, ip, fields }: Person): Promise<string[]> {
  const traces = [word, ip, fields.phone.slice(3)].flatMap((trace) => [trace, Buffer.from(trace).toString('hex')])
  const lines = (await everythingStored(app)).split('\n')
  return lines.filter((line) => traces.some((trace) => line.toLowerCase().includes(trace.toLowerCase())))
}

/** The email of a person with an A-label, in other spellings. */
export const spellingsOf = (email: string) => [
  email,
  ` ${email.toUpperCase()}\r\n`,
  email.replace('xn--mnchen-3ya', 'MÜNCHEN'),
  email.replace('xn--mnchen-3ya', 'mu\u0308nchen'),
  `${email.replace('@', '\u200b@\u00ad')}.`,
  `\u202e${email.replace('wil.', 'ｗｉｌ．')}\u202c`,
]

/** Requests an erasure and waits for its end. @returns its record */
export async function erase(merchant: TestMerchant, body: object) {
  const { status, body: requested, text } = await merchant.call('POST', '/api/erasures', { body })
  if (status !== 202) throw new Error(`The erasure was refused: ${text}`)
  return erased(merchant, requested.id)
}

export function erased(merchant: TestMerchant, id: string) {
  return eventually('the erasure is complete', 30, async () => {
    const { body } = await merchant.call('GET', `/api/erasures/${id}`)
    return body.status === 'COMPLETED' && body
  })
}
