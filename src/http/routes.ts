import type { SimulatedPages } from '#providers/simulators/common/pages.ts'
import type { ThreeDsSimulator } from '#three-ds/simulator/index.ts'
import type { Route } from './route.ts'
import { auditLogRoute } from './routes/admin-audit-log.ts'
import * as keys from './routes/admin-keys.ts'
import * as merchants from './routes/admin-merchants.ts'
import * as providerAccounts from './routes/admin-provider-accounts.ts'
import { listProviderExchangesRoute } from './routes/admin-provider-exchanges.ts'
import * as reversals from './routes/admin-reversals.ts'
import * as terminals from './routes/admin-terminals.ts'
import * as walletKeys from './routes/admin-wallet-keys.ts'
import * as merchantWebhooks from './routes/admin-webhook-endpoints.ts'
import { assetRoute } from './routes/assets.ts'
import { authorizeRoute } from './routes/authorize.ts'
import * as browserSessions from './routes/browser-sessions.ts'
import * as customers from './routes/customers.ts'
import { embeddedFrameRoute, embeddedScriptRoutes, scriptInventoryRoute } from './routes/embedded-fields.ts'
import * as events from './routes/events.ts'
import * as hostedPage from './routes/hosted-page/index.ts'
import * as sessionPayments from './routes/hosted-page/session-payments.ts'
import * as ledger from './routes/ledger.ts'
import { manageRoute } from './routes/manage.ts'
import { paymentRoute } from './routes/payment.ts'
import * as paymentMethods from './routes/payment-methods.ts'
import { payoutRoute } from './routes/payout.ts'
import * as providerCallbacks from './routes/provider-callbacks.ts'
import * as sessions from './routes/sessions.ts'
import { simulatedPageRoutes } from './routes/simulated-pages.ts'
import { simulatorChargesRoute } from './routes/simulator-charges.ts'
import { issueWalletTokenRoute } from './routes/simulator-wallet-tokens.ts'
import * as threeDs from './routes/three-ds.ts'
import { threeDsSimulatorRoutes } from './routes/three-ds-simulator.ts'
import { challengeRoutes } from './routes/three-ds-surfaces.ts'
import * as transactions from './routes/transactions.ts'
import * as webhooks from './routes/webhook-endpoints.ts'

/**
 * The map: every way into the gateway. The token endpoint stands in `identity`; health, metrics and the API reference
 * are added in `app.ts`.
 */
export function routesOf(
  threeDsSimulator: ThreeDsSimulator | null,
  simulated: SimulatedPages | null,
): readonly Route[] {
  return [
    // Merchants' servers
    authorizeRoute,
    paymentRoute,
    payoutRoute,
    manageRoute,
    sessions.createSessionRoute,
    sessions.showSessionRoute,
    threeDs.requestAuthenticationRoute,
    threeDs.completeAuthenticationRoute,
    transactions.transactionStatusRoute,
    transactions.listTransactionsRoute,
    customers.listCustomersRoute,
    customers.createCustomerRoute,
    customers.showCustomerRoute,
    customers.changeCustomerRoute,
    customers.removeCustomerRoute,
    paymentMethods.listCustomerPaymentMethodsRoute,
    paymentMethods.showPaymentMethodRoute,
    paymentMethods.removePaymentMethodRoute,
    events.listEventsRoute,
    events.showEventRoute,
    events.redeliverEventRoute,
    webhooks.listWebhookEndpointsRoute,
    webhooks.createWebhookEndpointRoute,
    webhooks.changeWebhookEndpointRoute,
    webhooks.showWebhookEndpointRoute,
    webhooks.removeWebhookEndpointRoute,
    webhooks.rotateWebhookSecretRoute,
    ledger.balancesRoute,
    ledger.settlementReportRoute,
    simulatorChargesRoute,
    issueWalletTokenRoute,

    // Shoppers' browsers and their banks
    browserSessions.payBrowserSessionRoute,
    browserSessions.continueBrowserSessionRoute,
    browserSessions.cancelBrowserSessionRoute,
    threeDs.methodNotificationRoute,
    threeDs.continueFingerprintRoute,
    ...challengeRoutes,
    hostedPage.hostedPageRoute,
    hostedPage.payHostedPageRoute,
    hostedPage.cancelHostedPageRoute,
    sessionPayments.showSessionPaymentRoute,
    sessionPayments.continueSessionPaymentRoute,
    ...(threeDsSimulator ? threeDsSimulatorRoutes(threeDsSimulator.issuer) : []),
    providerCallbacks.returnRoute,
    providerCallbacks.providerNoticeRoute,
    providerCallbacks.unsignedNoticeRoute,
    ...(simulated ? simulatedPageRoutes(simulated) : []),
    embeddedFrameRoute,
    ...embeddedScriptRoutes,
    scriptInventoryRoute,
    assetRoute,

    // Operators
    merchants.createMerchantRoute,
    merchants.listMerchantsRoute,
    merchants.showMerchantRoute,
    merchants.changeMerchantRoute,
    merchants.rotateClientSecretRoute,
    merchants.rotateEncryptionKeyRoute,
    terminals.createTerminalRoute,
    terminals.listTerminalsRoute,
    terminals.showTerminalRoute,
    terminals.changeTerminalRoute,
    providerAccounts.createProviderAccountRoute,
    providerAccounts.listProviderAccountsRoute,
    providerAccounts.showProviderAccountRoute,
    providerAccounts.changeProviderAccountRoute,
    providerAccounts.checkProviderAccountRoute,
    reversals.listGivenUpReversalsRoute,
    reversals.retryReversalRoute,
    merchantWebhooks.createMerchantWebhookEndpointRoute,
    merchantWebhooks.listMerchantWebhookEndpointsRoute,
    ledger.verifyLedgerRoute,
    keys.showKeysRoute,
    keys.rotateKeysRoute,
    walletKeys.createWalletKeyRoute,
    walletKeys.listWalletKeysRoute,
    walletKeys.showWalletKeyRoute,
    walletKeys.retireWalletKeyRoute,
    listProviderExchangesRoute,
    auditLogRoute,
  ]
}
