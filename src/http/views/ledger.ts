import { exactInteger } from '#domain/exact-json.ts'
import type { Balance } from '#flows/ledger/balances.ts'
import type { Verification } from '#flows/ledger/verify.ts'

export function balanceView({ currency, pending, available, authorized }: Balance) {
  return {
    currency,
    pending: exactInteger(pending),
    available: exactInteger(available),
    authorized: exactInteger(authorized),
  }
}

export function verificationView({ checked, discrepancies }: Verification) {
  return {
    proven: discrepancies.length === 0,
    checked,
    discrepancies: discrepancies.map(({ check, merchantId, subject }) => ({ check, merchant_id: merchantId, subject })),
  }
}
