import { dashboardRoutes, signInRoutesOf } from '#dashboard/index.ts'
import type { Route } from '#http/route.ts'
import * as keys from '#http/routes/admin-keys.ts'
import * as merchants from '#http/routes/admin-merchants.ts'
import * as adminAccounts from '#http/routes/admin-provider-accounts.ts'
import { listProviderExchangesRoute } from '#http/routes/admin-provider-exchanges.ts'
import * as reversals from '#http/routes/admin-reversals.ts'
import { showSystemRoute } from '#http/routes/admin-system.ts'
import * as adminTerminals from '#http/routes/admin-terminals.ts'
import * as foundTransactions from '#http/routes/admin-transactions.ts'
import * as walletKeys from '#http/routes/admin-wallet-keys.ts'
import * as merchantWebhooks from '#http/routes/admin-webhook-endpoints.ts'
import { paymentAnalyticsRoute } from '#http/routes/analytics.ts'
import * as appearance from '#http/routes/appearance.ts'
import { assetRoute } from '#http/routes/assets.ts'
import { auditLogRoute, ownAuditLogRoute } from '#http/routes/audit-log.ts'
import { authorizeRoute } from '#http/routes/authorize.ts'
import * as browserSessions from '#http/routes/browser-sessions.ts'
import * as customers from '#http/routes/customers.ts'
import { embeddedFrameRoute, embeddedScriptRoutes, scriptInventoryRoute } from '#http/routes/embedded-fields.ts'
import * as events from '#http/routes/events.ts'
import * as hostedPage from '#http/routes/hosted-page/index.ts'
import * as sessionPayments from '#http/routes/hosted-page/session-payments.ts'
import * as keyRoutes from '#http/routes/keys.ts'
import { landingRoute } from '#http/routes/landing.ts'
import * as ledger from '#http/routes/ledger.ts'
import { manageRoute } from '#http/routes/manage.ts'
import { paymentRoute } from '#http/routes/payment.ts'
import * as paymentMethods from '#http/routes/payment-methods.ts'
import { payoutRoute } from '#http/routes/payout.ts'
import * as people from '#http/routes/people.ts'
import * as providerAccounts from '#http/routes/provider-accounts.ts'
import * as providerCallbacks from '#http/routes/provider-callbacks.ts'
import * as requests from '#http/routes/requests.ts'
import * as sessions from '#http/routes/sessions.ts'
import { simulatedPageRoutes } from '#http/routes/simulated-pages.ts'
import { simulatorChargesRoute } from '#http/routes/simulator-charges.ts'
import { issueWalletTokenRoute } from '#http/routes/simulator-wallet-tokens.ts'
import * as terminals from '#http/routes/terminals.ts'
import * as testClock from '#http/routes/test-clock.ts'
import * as threeDs from '#http/routes/three-ds.ts'
import { threeDsSimulatorRoutes } from '#http/routes/three-ds-simulator.ts'
import { challengeRoutes } from '#http/routes/three-ds-surfaces.ts'
import * as transactions from '#http/routes/transactions.ts'
import * as views from '#http/routes/views.ts'
import * as webhooks from '#http/routes/webhook-endpoints.ts'
import type { SignInService } from '#identity/index.ts'
import type { SimulatedPages } from '#providers/simulators/common/pages.ts'
import type { ThreeDsSimulator } from '#three-ds/simulator/index.ts'

/**
 * The map: every way into the gateway. The token endpoint stands in `identity`; health, metrics and the API reference
 * are added in `app.ts`.
 */
export function routesOf(
  threeDsSimulator: ThreeDsSimulator | null,
  simulated: SimulatedPages | null,
  signIn: SignInService | null = null,
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
    transactions.countTransactionsRoute,
    transactions.exportTransactionsRoute,
    transactions.transactionTimelineRoute,
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
    events.showDeliveriesRoute,
    events.redeliverEventRoute,
    events.redeliverFailedRoute,
    webhooks.listWebhookEndpointsRoute,
    webhooks.createWebhookEndpointRoute,
    webhooks.changeWebhookEndpointRoute,
    webhooks.showWebhookEndpointRoute,
    webhooks.removeWebhookEndpointRoute,
    webhooks.rotateWebhookSecretRoute,
    webhooks.testWebhookEndpointRoute,
    ledger.balancesRoute,
    ledger.settlementReportRoute,
    ledger.settlementDaysRoute,
    paymentAnalyticsRoute,
    appearance.showAppearanceRoute,
    appearance.changeAppearanceRoute,
    views.listViewsRoute,
    views.createViewRoute,
    views.removeViewRoute,
    ownAuditLogRoute,
    keyRoutes.showOwnKeysRoute,
    requests.listRequestsRoute,
    requests.listFaultsRoute,
    people.showTeamRoute,
    terminals.listOwnTerminalsRoute,
    terminals.showOwnTerminalRoute,
    terminals.changeOriginsRoute,
    providerAccounts.listOwnProviderAccountsRoute,
    simulatorChargesRoute,
    issueWalletTokenRoute,
    testClock.showTestClockRoute,
    testClock.advanceTestClockRoute,

    // Shoppers' browsers and their banks
    appearance.logoRoute,
    browserSessions.payBrowserSessionRoute,
    browserSessions.continueBrowserSessionRoute,
    browserSessions.cancelBrowserSessionRoute,
    threeDs.methodNotificationRoute,
    threeDs.openChallengeRoute,
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

    // People
    landingRoute(signIn !== null),
    ...dashboardRoutes,
    ...(signIn ? signInRoutesOf(signIn) : []),

    // Operators
    merchants.createMerchantRoute,
    merchants.listMerchantsRoute,
    merchants.showMerchantRoute,
    merchants.changeMerchantRoute,
    merchants.rotateClientSecretRoute,
    merchants.rotateEncryptionKeyRoute,
    adminTerminals.createTerminalRoute,
    adminTerminals.listTerminalsRoute,
    adminTerminals.showTerminalRoute,
    adminTerminals.changeTerminalRoute,
    adminAccounts.createProviderAccountRoute,
    adminAccounts.listProviderAccountsRoute,
    adminAccounts.showProviderAccountRoute,
    adminAccounts.changeProviderAccountRoute,
    adminAccounts.checkProviderAccountRoute,
    reversals.listGivenUpReversalsRoute,
    reversals.retryReversalRoute,
    merchantWebhooks.createMerchantWebhookEndpointRoute,
    merchantWebhooks.listMerchantWebhookEndpointsRoute,
    ledger.verifyLedgerRoute,
    ledger.followLedgerProofRoute,
    keys.showKeysRoute,
    keys.rotateKeysRoute,
    walletKeys.createWalletKeyRoute,
    walletKeys.listWalletKeysRoute,
    walletKeys.showWalletKeyRoute,
    walletKeys.retireWalletKeyRoute,
    listProviderExchangesRoute,
    showSystemRoute,
    foundTransactions.lookUpTransactionRoute,
    foundTransactions.showTimelineRoute,
    auditLogRoute,
    people.listPeopleRoute,
    people.invitePersonRoute,
    people.withdrawInvitationRoute,
    ...people.earlierInvitationRoutes,
    people.disablePersonRoute,
    people.enablePersonRoute,
    people.resetPersonRoute,
    people.removePersonFactorsRoute,
  ]
}
