// Names of the domain that a connector may use; all else of it stays behind the port.

export type { SettingField, SettingTable } from '#domain/account-settings.ts'
export type { Purpose } from '#domain/agreement.ts'
export { Allowance } from '#domain/allowance.ts'
export type { AuthenticationProof } from '#domain/authentication.ts'
export type { Beneficiary } from '#domain/beneficiary.ts'
export type { Brand } from '#domain/brands.ts'
export type { Capabilities, MethodCapabilities } from '#domain/capabilities.ts'
export type { Card } from '#domain/card.ts'
export { type IssuerUpdate, parseExpiry } from '#domain/card-update.ts'
export { isCountry } from '#domain/country.ts'
export {
  type Credential,
  type CredentialField,
  type Credentials,
  type CredentialTable,
  valuesOf,
} from '#domain/credentials.ts'
export { majorUnitsOf, minorUnits } from '#domain/currency.ts'
export { currencyNumber, NUMBERED_CURRENCIES } from '#domain/currency-numbers.ts'
export type { Customer } from '#domain/customer.ts'
export type { DisputeMovement, DisputeReport } from '#domain/dispute.ts'
export { isId } from '#domain/ids.ts'
export type { BankAccountInstrument, CardInstrument, RedirectInstrument } from '#domain/instrument.ts'
export { statementName } from '#domain/latin.ts'
export type { ProviderAccount } from '#domain/merchant.ts'
export type { Money } from '#domain/money.ts'
export { BANK_METHODS } from '#domain/payment-methods.ts'
export { plainPhoneNumber } from '#domain/phone-number.ts'
export type { Problem } from '#domain/problem.ts'
export type { ProcessingCode } from '#domain/processing-code.ts'
export { providerTime, withinLimits } from '#domain/provider-words.ts'
export { Secret } from '#domain/secret.ts'
export { SettlementFileError, type SettlementReader, type SettlementRowType } from '#domain/settlement-row.ts'
export { isTimeZone } from '#domain/time-zone.ts'
export type { Outcome } from '#domain/transaction.ts'
export type { CardChecks, CheckResult } from '#domain/transaction-data.ts'
export type { FollowUpType } from '#domain/transaction-type.ts'
