import type { Acquirer, Requestor } from '#domain/authentication.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { MerchantWithAccess } from '#flows/admin/merchants.ts'
import type { AccountHealth } from '#flows/admin/provider-account-health.ts'
import type { KeysOverview } from '#flows/keys/show-keys.ts'
import type { Circuit } from '#flows/provider-calls/circuit-breaker.ts'
import type { AccountInOrder } from '#flows/terminals/accounts.ts'
import type { WalletKeyRecord } from '#store/keys/wallet-keys.ts'
import type { LastCheck } from '#store/merchants/provider-account-checks.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import type { GivenUpReversal } from '#store/transactions/given-up-reversals.ts'
import type { KeptExchange } from '#store/transactions/provider-exchanges.ts'

export function merchantView(merchant: Omit<MerchantWithAccess, 'clientId' | 'publicKey'>) {
  return {
    merchant_id: merchant.merchantId,
    name: merchant.name,
    country: merchant.country,
    time_zone: merchant.timeZone,
    status: merchant.status,
    tokenization_enabled: merchant.tokenizationEnabled,
    settlement_currency: merchant.settlementCurrency,
    exchange_rates: merchant.exchangeRates,
    external_client_ids: merchant.externalClientIds,
    client_key: merchant.clientKey,
    created_at: merchant.createdAt.toISOString(),
  }
}

export function merchantWithAccessView(merchant: MerchantWithAccess) {
  return { ...merchantView(merchant), client_id: merchant.clientId, public_key: merchant.publicKey }
}

export function terminalView(terminal: TerminalRecord) {
  const { cardTestingLimit: limit } = terminal
  return {
    terminal_id: terminal.terminalId,
    merchant_id: terminal.merchantId,
    name: terminal.name,
    status: terminal.status,
    accepts_payments: terminal.acceptsPayments,
    currencies: terminal.currencies,
    transaction_types: terminal.transactionTypes,
    payment_methods: terminal.paymentMethods,
    provider_accounts: terminal.providerAccounts,
    allowed_origins: terminal.allowedOrigins,
    allow_unauthenticated: terminal.allowUnauthenticated,
    card_testing_limit:
      limit === null || limit === 'off' ? null : { cards: limit.cards, window_seconds: limit.windowSeconds },
    three_ds: terminal.threeDs && requestorView(terminal.threeDs),
    created_at: terminal.createdAt.toISOString(),
  }
}

/** The same as its merchant sees it: without what acquirers and issuers are told. */
export function ownTerminalView(terminal: TerminalRecord) {
  const { merchant_id: _, three_ds: __, ...shown } = terminalView(terminal)
  return shown
}

export function requestorView({ url, merchantName, merchantCategoryCode, merchantCountry, ...requestor }: Requestor) {
  const networks = Object.entries(requestor.acquirerByNetwork)
  return {
    requestor_url: url,
    merchant_name: merchantName,
    merchant_category_code: merchantCategoryCode,
    merchant_country: merchantCountry,
    ...acquirerView(requestor.acquirer),
    networks: Object.fromEntries(networks.map(([network, acquirer]) => [network, acquirerView(acquirer)])),
  }
}

function acquirerView({ bin, merchantId }: Acquirer) {
  return { acquirer_bin: bin, acquirer_merchant_id: merchantId }
}

export function providerAccountView(account: ProviderAccount, health?: AccountHealth) {
  return {
    provider_account_id: account.providerAccountId,
    merchant_id: account.merchantId,
    provider: account.provider,
    name: account.name,
    status: account.status,
    settings: account.settings,
    credentials: credentialsView(account.credentials),
    ...(health && healthView(health)),
    created_at: account.createdAt.toISOString(),
  }
}

/** The same as its merchant sees it: never its settings, nor which credentials it has. */
export function ownAccountView({ account, circuit }: AccountInOrder) {
  const { provider_account_id, provider, name, status, created_at } = providerAccountView(account)
  return { provider_account_id, provider, name, status, circuit: circuitView(circuit), created_at }
}

/** Which values they are and since when; never the values. */
function credentialsView(credentials: ProviderAccount['credentials']) {
  const shown = Object.entries(credentials).map(([name, { fingerprint, updatedAt }]) => {
    return [name, { fingerprint, updated_at: new Date(updatedAt).toISOString() }]
  })
  return Object.fromEntries(shown)
}

function healthView({ circuit, lastCheck }: AccountHealth) {
  return { circuit: circuitView(circuit), last_check: lastCheck && checkView(lastCheck) }
}

export function checkView({ checkedAt, problems }: LastCheck) {
  return { ok: problems.length === 0, checked_at: checkedAt.toISOString(), problems }
}

function circuitView({ state, failures, openedAt, probeAt }: Circuit) {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return { state, consecutive_failures: failures, opened_at: iso(openedAt), next_probe_at: iso(probeAt) }
}

export function givenUpReversalView(reversal: GivenUpReversal) {
  return {
    attempt_id: reversal.attemptId,
    merchant_id: reversal.merchantId,
    transaction_id: reversal.transactionId,
    provider: reversal.provider,
    provider_account_id: reversal.providerAccountId,
    provider_reference: reversal.providerReference,
    began_at: reversal.beganAt?.toISOString() ?? null,
    given_up_at: reversal.givenUpAt?.toISOString() ?? null,
  }
}

export function providerExchangeView(exchange: KeptExchange) {
  return {
    attempt_id: exchange.attemptId,
    request: exchange.request,
    request_fields: exchange.requestFields,
    http_status: exchange.httpStatus,
    request_id: exchange.requestId,
    answer_fields: exchange.answerFields,
    sent_at: exchange.sentAt.toISOString(),
  }
}

export function walletKeyView(key: WalletKeyRecord) {
  return {
    wallet_key_id: key.keyId,
    public_key: key.publicKey,
    status: key.status,
    created_at: key.createdAt.toISOString(),
  }
}

export function keysView({ rotation, underAnotherKey, dataKeys, ...keys }: KeysOverview) {
  return {
    master_key_id: keys.masterKeyId,
    previous_master_key_id: keys.previousMasterKeyId,
    rotation: rotation && {
      id: rotation.id,
      master_key_id: rotation.masterKeyId,
      requested_at: rotation.requestedAt.toISOString(),
      completed_at: rotation.completedAt?.toISOString() ?? null,
    },
    under_another_key: {
      encryption_keys: underAnotherKey.encryptionKeys,
      signing_keys: underAnotherKey.signingKeys,
      webhook_secrets: underAnotherKey.webhookSecrets,
      previous_webhook_secrets: underAnotherKey.previousWebhookSecrets,
      provider_credentials: underAnotherKey.providerCredentials,
      previous_provider_credentials: underAnotherKey.previousProviderCredentials,
      first_answers: underAnotherKey.firstAnswers,
      authentication_keys: underAnotherKey.authenticationKeys,
      wallet_keys: underAnotherKey.walletKeys,
      acquirer_requests: underAnotherKey.acquirerRequests,
      data_keys: underAnotherKey.dataKeys,
      vault_keys: underAnotherKey.vaultKeys,
    },
    data_keys: { in_use: dataKeys.inUse, retired: dataKeys.retired },
    cards_to_move: keys.cardsToMove,
  }
}
