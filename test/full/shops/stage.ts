import { Tollgate, type TollgateOptions, type Transaction } from '#client/index.ts'
import { openDatabase } from '#store/connection/database.ts'
import { freshDatabase } from '#test/database.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { browserOf } from '../../api/sessions/browser.ts'

/** A gateway, and a database for a shop beside it. */
export interface Stage {
  readonly app: RunningGateway
  readonly tollgate: Tollgate
  /** Options of a plugin, but its webhook secret and return addresses. */
  readonly access: TollgateOptions & { readonly terminalId: string }
  readonly booksUrl: string
  /** Reads the shop's books. */
  rows<Row>(query: string): Promise<readonly Row[]>
  /** Pays on a page, without 3-D Secure. @param metadata of the simulator */
  pay(session: string, metadata?: object): Promise<void>
  show(id: string): Promise<Transaction>
  transactionOf(session: string): Promise<Transaction>
  /** Types of its approved follow-ups, newest first. */
  followUpsOf(id: string): Promise<readonly string[]>
  /** Event of a transaction. */
  eventOf(id: string): Promise<string>
  deliveriesOf(event: string): Promise<readonly string[]>
  /** Makes calls of the provider time out, until `fixProvider`. */
  breakProvider(): Promise<void>
  fixProvider(): Promise<void>
  close(): Promise<void>
}

/** @param name of the shop's database */
export async function openStage(name: string): Promise<Stage> {
  const [app, books] = await Promise.all([startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '3' }), freshDatabase()])
  const { clientId, clientSecret, publicKey, terminalId } = app.merchant
  const access = {
    baseUrl: app.baseUrl,
    authUrl: app.baseUrl,
    realm: 'uat',
    clientId,
    clientSecret,
    publicKey,
    terminalId,
  } as const
  const tollgate = new Tollgate(access)
  await books.sql.unsafe(`create database ${name}`)
  const booksUrl = Object.assign(new URL(books.superuserUrl), { pathname: `/${name}` }).href
  const shopSql = openDatabase(booksUrl, 'shop', 1)
  const show = async (id: string) => (await tollgate.transactionStatus(id)).transaction!
  const settings = async (value: Readonly<Record<string, string>>) => {
    await app.database.sql`update provider_accounts set settings = ${JSON.stringify(value)}::jsonb`
  }
  return {
    ...{ app, tollgate, access, booksUrl, show },
    rows: async <Row>(query: string) => (await shopSql.unsafe(query)) as unknown as readonly Row[],
    async pay(session, metadata = {}) {
      const { metadata: own } = await tollgate.sessions.show(session)
      await tollgate.sessions.update(session, { metadata: { ...own, ...NOT_ENROLLED, ...metadata } })
      await browserOf(app.baseUrl, app.merchant, session).pay()
    },
    transactionOf: async (session) => show((await tollgate.sessions.show(session)).transaction_id!),
    async followUpsOf(id) {
      const { items } = await tollgate.listTransactions({ parent_id: id })
      return items.filter(({ approved }) => approved).map(({ transaction_type }) => transaction_type)
    },
    async eventOf(id) {
      const { items } = await tollgate.events.list()
      return items.find(({ payload }) => 'id' in payload && payload.id === id)!.id
    },
    async deliveriesOf(event) {
      const { items } = await tollgate.events.deliveries(event)
      return items.map(({ status }) => status)
    },
    breakProvider: () => settings({ fault: 'timeout_before_charge' }),
    fixProvider: () => settings({}),
    async close() {
      await shopSql.end()
      await app.close()
      await books.drop()
    },
  }
}
