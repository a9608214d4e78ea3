import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AuthorizeRequest,
  ImportAgreementRequest,
  ManageRequest,
  PaymentLinkRequest,
  PaymentRequest,
  PayoutRequest,
  SessionRequest,
} from '#client/index.ts'
import { Tollgate } from '#client/index.ts'
import { startFakeGateway } from '#client/test/fake-gateway.ts'
import { keys } from '#client/test/keys.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

/** How the client makes each operation of the merchant's API; every id is `x`. */
const CALLS: Readonly<Record<string, (tollgate: Tollgate) => Promise<unknown>>> = {
  authorizePayment: (tollgate) => tollgate.authorize({} as AuthorizeRequest),
  createPayment: (tollgate) => tollgate.payment({} as PaymentRequest),
  createPayout: (tollgate) => tollgate.payout({} as PayoutRequest),
  manageTransaction: (tollgate) => tollgate.manage({} as ManageRequest),
  requestAuthentication: (tollgate) => tollgate.requestAuthentication({ session_id: 'x', payment_data: 'y' }, true),
  completeAuthentication: (tollgate) => tollgate.completeAuthentication({ session_id: 'x', payment_data: 'y' }, 'Y'),
  showTransactionStatus: (tollgate) => tollgate.transactionStatus('x'),
  showTransactionTimeline: (tollgate) => tollgate.transactionTimeline('x'),
  listTransactions: (tollgate) => tollgate.listTransactions(),
  exportTransactions: (tollgate) => tollgate.exportTransactions(),
  createSession: (tollgate) => tollgate.sessions.create({} as SessionRequest),
  listSessions: (tollgate) => tollgate.sessions.list(),
  showSession: (tollgate) => tollgate.sessions.show('x'),
  changeSession: (tollgate) => tollgate.sessions.update('x', {}),
  cancelSession: (tollgate) => tollgate.sessions.cancel('x'),
  createPaymentLink: (tollgate) => tollgate.paymentLinks.create({} as PaymentLinkRequest),
  listPaymentLinks: (tollgate) => tollgate.paymentLinks.list(),
  showPaymentLink: (tollgate) => tollgate.paymentLinks.show('x'),
  changePaymentLink: (tollgate) => tollgate.paymentLinks.update('x', {}),
  sendPaymentLink: (tollgate) => tollgate.paymentLinks.send('x', 'ada@shop.example'),
  listCustomers: (tollgate) => tollgate.customers.list(),
  createCustomer: (tollgate) => tollgate.customers.create(),
  showCustomer: (tollgate) => tollgate.customers.show('x'),
  changeCustomer: (tollgate) => tollgate.customers.update('x', {}),
  deleteCustomer: (tollgate) => tollgate.customers.delete('x'),
  exportCustomer: (tollgate) => tollgate.customers.export('x'),
  createErasure: (tollgate) => tollgate.customers.erase({ customer_id: 'x' }),
  showErasure: (tollgate) => tollgate.customers.showErasure('x'),
  listCustomerPaymentMethods: (tollgate) => tollgate.customers.paymentMethods('x'),
  listPaymentMethods: (tollgate) => tollgate.paymentMethods.list(),
  showPaymentMethod: (tollgate) => tollgate.paymentMethods.show('x'),
  changePaymentMethod: (tollgate) => tollgate.paymentMethods.update('x', {}),
  deletePaymentMethod: (tollgate) => tollgate.paymentMethods.delete('x'),
  listAgreements: (tollgate) => tollgate.agreements.list(),
  importAgreement: (tollgate) => tollgate.agreements.import({} as ImportAgreementRequest),
  showAgreement: (tollgate) => tollgate.agreements.show('x'),
  changeAgreement: (tollgate) => tollgate.agreements.cancel('x'),
  stopRecovery: (tollgate) => tollgate.stopRecovery('x'),
  listSimulatedAuthentications: (tollgate) => tollgate.simulators.authentications('x'),
  showRules: (tollgate) => tollgate.rules.show('x' as 'risk'),
  saveRules: (tollgate) => tollgate.rules.save('x' as 'risk', [], 0),
  testRules: (tollgate) => tollgate.rules.test('x' as 'risk', { rules: [], created_from: '', created_to: '' }).next(),
  evaluateRules: (tollgate) => tollgate.rules.evaluate('x' as 'risk', {}),
  listDisputes: (tollgate) => tollgate.disputes.list(),
  showDispute: (tollgate) => tollgate.disputes.show('x'),
  acceptDispute: (tollgate) => tollgate.disputes.accept('x'),
  moveSimulatedDispute: (tollgate) => tollgate.simulators.moveDispute('x', 'WON'),
  listEvents: (tollgate) => tollgate.events.list(),
  showEvent: (tollgate) => tollgate.events.show('x'),
  showEventDeliveries: (tollgate) => tollgate.events.deliveries('x'),
  redeliverEvent: (tollgate) => tollgate.events.redeliver('x'),
  redeliverFailedEvents: (tollgate) => tollgate.events.redeliverFailed(),
  listWebhookEndpoints: (tollgate) => tollgate.webhookEndpoints.list(),
  createWebhookEndpoint: (tollgate) => tollgate.webhookEndpoints.create({ url: 'https://shop.example' }),
  showWebhookEndpoint: (tollgate) => tollgate.webhookEndpoints.show('x'),
  changeWebhookEndpoint: (tollgate) => tollgate.webhookEndpoints.update('x', {}),
  deleteWebhookEndpoint: (tollgate) => tollgate.webhookEndpoints.delete('x'),
  rotateWebhookSecret: (tollgate) => tollgate.webhookEndpoints.rotateSecret('x'),
  testWebhookEndpoint: (tollgate) => tollgate.webhookEndpoints.test('x'),
  countTransactions: (tollgate) => tollgate.countTransactions(),
  showBalances: (tollgate) => tollgate.balances(),
  listSettlementDays: (tollgate) => tollgate.settlements.list(),
  downloadSettlementReport: (tollgate) => tollgate.settlements.report('x'),
  showPaymentAnalytics: (tollgate) => tollgate.paymentAnalytics(),
  showAppearance: (tollgate) => tollgate.appearance.show(),
  changeAppearance: (tollgate) => tollgate.appearance.update({}),
  listViews: (tollgate) => tollgate.views.list(),
  createView: (tollgate) => tollgate.views.create({ name: 'x', filters: {} }),
  deleteView: (tollgate) => tollgate.views.delete('x'),
  listListEntries: (tollgate) => tollgate.lists.list('x' as never),
  addListEntry: (tollgate) => tollgate.lists.add('x' as never, { kind: 'bin', value: '400000' }),
  removeListEntry: (tollgate) => tollgate.lists.remove('x' as never, 'x'),
  importListEntries: (tollgate) => tollgate.lists.import('x' as never, 'kind,value,reason,expires_at'),
  reviewTransaction: (tollgate) => tollgate.review('x', { outcome: 'CLEARED' }),
  listTerminals: (tollgate) => tollgate.terminals.list(),
  showTerminal: (tollgate) => tollgate.terminals.show('x'),
  changeTerminalOrigins: (tollgate) => tollgate.terminals.changeOrigins('x', null),
  listClients: (tollgate) => tollgate.clients.list(),
  createClient: (tollgate) => tollgate.clients.create({ name: 'x', permissions: [] }),
  showClient: (tollgate) => tollgate.clients.show('x'),
  changeClient: (tollgate) => tollgate.clients.update('x', {}),
  rotateClientSecret: (tollgate) => tollgate.clients.rotateSecret('x'),
  listProviderAccounts: (tollgate) => tollgate.providerAccounts(),
  showKeys: (tollgate) => tollgate.keys(),
  listAuditLog: (tollgate) => tollgate.auditLog(),
  listRequests: (tollgate) => tollgate.requestLog(),
  listRequestFaults: (tollgate) => tollgate.requestFaults(),
  showTeam: (tollgate) => tollgate.team(),
  listSimulatedCharges: (tollgate) => tollgate.simulators.charges({}),
  issueSimulatedWalletToken: (tollgate) => tollgate.simulators.walletToken({ auth_method: 'PAN_ONLY' }),
  showTestClock: (tollgate) => tollgate.simulators.testClock(),
  advanceTestClock: (tollgate) => tollgate.simulators.advanceTestClock(1),
}

interface Operation {
  readonly operationId: string
  readonly security: readonly { readonly oauth?: readonly string[] }[]
}

let app: RunningGateway
/** The method and path of each operation that takes a merchant's token, by its name. */
let operations: ReadonlyMap<string, string>

beforeAll(async () => {
  app = await useGateway()
  const document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ operation, name: `${method.toUpperCase()} ${path}` })),
  )
  const merchants = all.filter(({ operation }) => operation.security?.some(({ oauth }) => oauth?.includes('merchant')))
  operations = new Map(
    merchants.map(({ operation, name }) => [operation.operationId, name.replaceAll(/\{\w+\}/g, 'x')]),
  )
})
afterAll(() => app.close())

test('the client has a call for every operation of the merchant’s API, and makes that one', async () => {
  const empty = () => ({ body: '{"items":[],"next_cursor":null}' })
  const script = Object.fromEntries([...operations.values()].map((name) => [name, empty]))
  const { baseUrl, seen, close } = await startFakeGateway(script)
  const merchant = { realm: 'uat', clientId: 'shop', clientSecret: 'hush', publicKey: keys.publicKey }
  const tollgate = new Tollgate({ ...merchant, baseUrl, authUrl: baseUrl, maxRetries: 0 })
  const made = new Map<string, string>()
  for (const [operation, call] of Object.entries(CALLS)) {
    await call(tollgate).catch(() => undefined)
    const { method, path } = seen.at(-1)!
    made.set(operation, `${method} ${path.split('?')[0]}`)
  }
  await close()
  expect(Object.fromEntries(made)).toEqual(Object.fromEntries(operations))
})
