import type { Checkouts } from '#providers/simulator/checkouts.ts'
import type { ThreeDsSimulator } from '#three-ds/simulator/index.ts'
import type { Door } from './door.ts'
import { auditLogDoor } from './doors/admin-audit-log.ts'
import * as keys from './doors/admin-keys.ts'
import * as merchants from './doors/admin-merchants.ts'
import * as providerAccounts from './doors/admin-provider-accounts.ts'
import * as terminals from './doors/admin-terminals.ts'
import * as walletKeys from './doors/admin-wallet-keys.ts'
import * as merchantWebhooks from './doors/admin-webhook-endpoints.ts'
import { assetDoor } from './doors/assets.ts'
import { authorizeDoor } from './doors/authorize.ts'
import * as browserSessions from './doors/browser-sessions.ts'
import { checkoutSimulatorDoors } from './doors/checkout-simulator.ts'
import * as checkouts from './doors/checkouts.ts'
import * as customers from './doors/customers.ts'
import { embeddedFrameDoor, embeddedScriptDoors, scriptInventoryDoor } from './doors/embedded-fields.ts'
import * as events from './doors/events.ts'
import * as hostedPage from './doors/hosted-page.ts'
import * as ledger from './doors/ledger.ts'
import { manageDoor } from './doors/manage.ts'
import { paymentDoor } from './doors/payment.ts'
import * as paymentMethods from './doors/payment-methods.ts'
import { payoutDoor } from './doors/payout.ts'
import * as sessions from './doors/sessions.ts'
import { simulatorChargesDoor } from './doors/simulator-charges.ts'
import { issueWalletTokenDoor } from './doors/simulator-wallet-tokens.ts'
import * as threeDs from './doors/three-ds.ts'
import * as threeDsPages from './doors/three-ds-pages.ts'
import * as threeDsReturn from './doors/three-ds-return.ts'
import { threeDsSimulatorDoors } from './doors/three-ds-simulator.ts'
import * as transactions from './doors/transactions.ts'
import * as tries from './doors/tries.ts'
import * as webhooks from './doors/webhook-endpoints.ts'

/**
 * The map: every way into the gateway. The token endpoint stands in `identity`; health, figures and the API reference
 * come with the house (`app.ts`).
 */
export function doorsOf(threeDsSimulator: ThreeDsSimulator | null, simulated: Checkouts | null): readonly Door[] {
  return [
    // Merchants' servers
    authorizeDoor,
    paymentDoor,
    payoutDoor,
    manageDoor,
    sessions.createSessionDoor,
    sessions.showSessionDoor,
    threeDs.requestAuthenticationDoor,
    threeDs.completeAuthenticationDoor,
    transactions.transactionStatusDoor,
    transactions.listTransactionsDoor,
    customers.listCustomersDoor,
    customers.createCustomerDoor,
    customers.showCustomerDoor,
    customers.changeCustomerDoor,
    customers.removeCustomerDoor,
    paymentMethods.listCustomerPaymentMethodsDoor,
    paymentMethods.showPaymentMethodDoor,
    paymentMethods.removePaymentMethodDoor,
    events.listEventsDoor,
    events.showEventDoor,
    events.redeliverEventDoor,
    webhooks.listWebhookEndpointsDoor,
    webhooks.createWebhookEndpointDoor,
    webhooks.changeWebhookEndpointDoor,
    webhooks.showWebhookEndpointDoor,
    webhooks.removeWebhookEndpointDoor,
    webhooks.rotateWebhookSecretDoor,
    ledger.balancesDoor,
    ledger.settlementReportDoor,
    simulatorChargesDoor,
    issueWalletTokenDoor,

    // Shoppers' browsers and their banks
    browserSessions.payBrowserSessionDoor,
    browserSessions.continueBrowserSessionDoor,
    browserSessions.cancelBrowserSessionDoor,
    threeDsReturn.methodNotificationDoor,
    threeDsReturn.challengeNotificationDoor,
    threeDsReturn.challengeReturnDoor,
    threeDsReturn.finishChallengeDoor,
    threeDsReturn.continueFingerprintDoor,
    threeDsPages.hostedChallengeDoor,
    threeDsPages.hostedReturnDoor,
    threeDsPages.embeddedChallengeDoor,
    threeDsPages.embeddedReturnDoor,
    threeDsPages.finishEmbeddedDoor,
    hostedPage.hostedPageDoor,
    hostedPage.payHostedPageDoor,
    hostedPage.cancelHostedPageDoor,
    tries.showTryDoor,
    tries.continueTryDoor,
    ...(threeDsSimulator ? threeDsSimulatorDoors(threeDsSimulator.issuer) : []),
    checkouts.returnDoor,
    checkouts.providerNoticeDoor,
    ...(simulated ? checkoutSimulatorDoors(simulated) : []),
    embeddedFrameDoor,
    ...embeddedScriptDoors,
    scriptInventoryDoor,
    assetDoor,

    // Operators
    merchants.createMerchantDoor,
    merchants.listMerchantsDoor,
    merchants.showMerchantDoor,
    merchants.changeMerchantDoor,
    merchants.rotateClientSecretDoor,
    merchants.rotateEncryptionKeyDoor,
    terminals.createTerminalDoor,
    terminals.listTerminalsDoor,
    terminals.showTerminalDoor,
    terminals.changeTerminalDoor,
    providerAccounts.createProviderAccountDoor,
    providerAccounts.listProviderAccountsDoor,
    providerAccounts.showProviderAccountDoor,
    providerAccounts.changeProviderAccountDoor,
    merchantWebhooks.createMerchantWebhookEndpointDoor,
    merchantWebhooks.listMerchantWebhookEndpointsDoor,
    ledger.verifyLedgerDoor,
    keys.showKeysDoor,
    keys.rotateKeysDoor,
    walletKeys.createWalletKeyDoor,
    walletKeys.listWalletKeysDoor,
    walletKeys.showWalletKeyDoor,
    walletKeys.retireWalletKeyDoor,
    auditLogDoor,
  ]
}
