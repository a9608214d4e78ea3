import { dashboardRoutes, signInRoutesOf } from '#dashboard/index.ts'
import * as merchantClients from '#http/api/admin/clients.ts'
import * as configuration from '#http/api/admin/configuration.ts'
import * as keys from '#http/api/admin/keys.ts'
import * as merchants from '#http/api/admin/merchants.ts'
import * as adminAccounts from '#http/api/admin/provider-accounts.ts'
import { listProviderExchangesRoute } from '#http/api/admin/provider-exchanges.ts'
import * as reversals from '#http/api/admin/reversals.ts'
import * as merchantRules from '#http/api/admin/rules.ts'
import * as settlements from '#http/api/admin/settlements.ts'
import * as adminTerminals from '#http/api/admin/terminals.ts'
import * as foundTransactions from '#http/api/admin/transactions.ts'
import * as walletKeys from '#http/api/admin/wallet-keys.ts'
import * as merchantWebhooks from '#http/api/admin/webhook-endpoints.ts'
import * as agreements from '#http/api/agreements.ts'
import { paymentAnalyticsRoute } from '#http/api/analytics.ts'
import * as appearance from '#http/api/appearance.ts'
import { auditLogRoute, ownAuditLogRoute } from '#http/api/audit-log.ts'
import * as browserSessions from '#http/api/browser-sessions.ts'
import * as clients from '#http/api/clients.ts'
import * as customers from '#http/api/customers.ts'
import * as disputes from '#http/api/disputes.ts'
import * as erasures from '#http/api/erasures.ts'
import * as events from '#http/api/events.ts'
import * as keyRoutes from '#http/api/keys.ts'
import * as ledger from '#http/api/ledger.ts'
import { exportLedgerRoute } from '#http/api/ledger-export.ts'
import * as paymentLinks from '#http/api/payment-links.ts'
import * as paymentMethods from '#http/api/payment-methods.ts'
import { authorizeRoute } from '#http/api/payments/authorize.ts'
import { manageRoute } from '#http/api/payments/follow-up.ts'
import { paymentRoute } from '#http/api/payments/payment.ts'
import { payoutRoute } from '#http/api/payments/payout.ts'
import * as people from '#http/api/people.ts'
import * as providerCallbacks from '#http/api/provider-callbacks.ts'
import * as requests from '#http/api/requests.ts'
import { testRulesRoute } from '#http/api/rules/bench.ts'
import * as lists from '#http/api/rules/lists.ts'
import * as rules from '#http/api/rules/routes.ts'
import * as sessions from '#http/api/sessions.ts'
import { issueWalletTokenRoute, simulatorAuthenticationsRoute, simulatorChargesRoute } from '#http/api/simulators.ts'
import { showSystemRoute } from '#http/api/system.ts'
import * as providerAccounts from '#http/api/terminals.ts'
import * as terminals from '#http/api/terminals.ts'
import * as testClock from '#http/api/test-clock.ts'
import * as threeDs from '#http/api/three-ds.ts'
import { reviewTransactionRoute } from '#http/api/transactions/review.ts'
import * as transactions from '#http/api/transactions/routes.ts'
import * as views from '#http/api/views.ts'
import * as webhooks from '#http/api/webhook-endpoints.ts'
import { assetRoute } from '#http/pages/assets-route.ts'
import { embeddedFrameRoute, embeddedScriptRoutes, scriptInventoryRoute } from '#http/pages/embedded/routes.ts'
import * as hostedPage from '#http/pages/hosted/routes.ts'
import * as sessionPayments from '#http/pages/hosted/session-payments.ts'
import * as linkPage from '#http/pages/links/routes.ts'
import type { Route } from '#http/route.ts'
import { challengeRoutes } from '#http/three-ds-surfaces.ts'
import type { SignInService } from '#identity/index.ts'
import type { SimulatedPages } from '#simulators/common/pages.ts'
import { threeDsSimulatorRoutes } from '#simulators/pages/issuer-routes.ts'
import { simulatedPageRoutes } from '#simulators/pages/routes.ts'
import type { ThreeDsSimulator } from '#simulators/three-ds/index.ts'

/** Map of all routes. The token endpoint is in `identity`; the landing page, health, metrics and documents are added in `app.ts`. */
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
    sessions.listSessionsRoute,
    sessions.changeSessionRoute,
    sessions.cancelSessionRoute,
    paymentLinks.createPaymentLinkRoute,
    paymentLinks.listPaymentLinksRoute,
    paymentLinks.showPaymentLinkRoute,
    paymentLinks.changePaymentLinkRoute,
    paymentLinks.sendPaymentLinkRoute,
    threeDs.requestAuthenticationRoute,
    threeDs.completeAuthenticationRoute,
    transactions.transactionStatusRoute,
    transactions.listTransactionsRoute,
    transactions.countTransactionsRoute,
    transactions.exportTransactionsRoute,
    transactions.transactionTimelineRoute,
    transactions.stopRecoveryRoute,
    customers.listCustomersRoute,
    customers.createCustomerRoute,
    customers.showCustomerRoute,
    customers.changeCustomerRoute,
    customers.removeCustomerRoute,
    erasures.exportCustomerRoute,
    erasures.requestErasureRoute,
    erasures.showErasureRoute,
    paymentMethods.listCustomerPaymentMethodsRoute,
    paymentMethods.listPaymentMethodsRoute,
    paymentMethods.showPaymentMethodRoute,
    paymentMethods.changePaymentMethodRoute,
    paymentMethods.removePaymentMethodRoute,
    agreements.listAgreementsRoute,
    agreements.importAgreementRoute,
    agreements.showAgreementRoute,
    agreements.changeAgreementRoute,
    lists.listEntriesRoute,
    lists.addListEntryRoute,
    lists.removeListEntryRoute,
    lists.importListRoute,
    reviewTransactionRoute,
    rules.showRulesRoute,
    rules.saveRulesRoute,
    rules.evaluateRulesRoute,
    testRulesRoute,
    disputes.listDisputesRoute,
    disputes.showDisputeRoute,
    disputes.acceptDisputeRoute,
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
    clients.listClientsRoute,
    clients.createClientRoute,
    clients.showClientRoute,
    clients.changeClientRoute,
    clients.rotateClientRoute,
    requests.listRequestsRoute,
    requests.listFaultsRoute,
    people.showTeamRoute,
    terminals.listOwnTerminalsRoute,
    terminals.showOwnTerminalRoute,
    terminals.changeOriginsRoute,
    providerAccounts.listOwnProviderAccountsRoute,
    simulatorChargesRoute,
    simulatorAuthenticationsRoute,
    disputes.moveDisputeRoute,
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
    linkPage.linkPageRoute,
    linkPage.payLinkRoute,
    linkPage.linkQrRoute,
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
    ...dashboardRoutes,
    ...(signIn ? signInRoutesOf(signIn) : []),

    // Operators
    merchants.createMerchantRoute,
    merchants.listMerchantsRoute,
    merchants.showMerchantRoute,
    merchants.changeMerchantRoute,
    merchants.rotateClientSecretRoute,
    merchants.rotateEncryptionKeyRoute,
    merchantClients.createMerchantClientRoute,
    merchantClients.listMerchantClientsRoute,
    merchantClients.showMerchantClientRoute,
    merchantClients.changeMerchantClientRoute,
    merchantClients.rotateMerchantClientRoute,
    configuration.showConfigurationRoute,
    configuration.applyConfigurationRoute,
    merchantRules.showMerchantRulesRoute,
    merchantRules.saveMerchantRulesRoute,
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
    exportLedgerRoute,
    keys.showKeysRoute,
    keys.rotateKeysRoute,
    walletKeys.createWalletKeyRoute,
    walletKeys.listWalletKeysRoute,
    walletKeys.showWalletKeyRoute,
    walletKeys.retireWalletKeyRoute,
    listProviderExchangesRoute,
    showSystemRoute,
    settlements.importSettlementRoute,
    settlements.listSettlementsRoute,
    settlements.listMissingRoute,
    settlements.showSettlementRoute,
    settlements.listSettlementRowsRoute,
    settlements.acceptSettlementRoute,
    settlements.revertSettlementRoute,
    settlements.simulatedFileRoute,
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

/** Routes of a process that serves the dashboard alone. */
export function dashboardSiteOf(signIn: SignInService | null): readonly Route[] {
  const routes = [assetRoute, appearance.logoRoute, ...dashboardRoutes]
  return signIn ? [...routes, ...signInRoutesOf(signIn)] : routes
}
