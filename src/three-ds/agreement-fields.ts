import type { RequestorIndicators } from './authentication-messages.ts'
import type { AuthenticationRequest } from './server.ts'

/** EMV 3DS values of threeDSRequestorAuthenticationInd: 01 payment, 02 recurring, 03 installments. */
const AUTHENTICATION_INDICATORS = { RECURRING: '02', INSTALLMENT: '03', UNSCHEDULED: '01' } as const

/** Values of threeDSRequestorChallengeInd for exemptions, which 2.1.0 does not have. */
const EXEMPTION_INDICATORS = {
  TRANSACTION_RISK: '05',
  TRUSTED_BENEFICIARY: '08',
  LOW_VALUE: '02',
  SECURE_CORPORATE: '02',
} as const

const CHALLENGE_INDICATORS = { NO_PREFERENCE: '01', NOT_WANTED: '02', PREFERRED: '03', MANDATED: '04' } as const

/** recurringExpiry of an agreement without an end. */
const FOREVER = '99991231'

/** purchaseInstalData has three digits and is more than 1; the maximum if the agreement has no end. */
const MOST_INSTALLMENTS = 999

const DAY_MS = 24 * 60 * 60 * 1000

export function requestorIndicators(request: AuthenticationRequest, now: Date): RequestorIndicators {
  const { agreement } = request
  const threeDSRequestorChallengeInd = challengeIndicator(request)
  return {
    threeDSRequestorAuthenticationInd: AUTHENTICATION_INDICATORS[agreement?.purpose ?? 'UNSCHEDULED'],
    ...(threeDSRequestorChallengeInd && { threeDSRequestorChallengeInd }),
    ...(agreement && agreement.purpose !== 'UNSCHEDULED' && recurringFields(agreement, now)),
  }
}

/** Issuers witness an agreement, so its first payment requests a challenge. */
function challengeIndicator({ agreement, challengeMandated, wishes, messageVersion }: AuthenticationRequest) {
  if (agreement || challengeMandated) return '04'
  if (wishes?.exemption) return messageVersion === '2.1.0' ? '02' : EXEMPTION_INDICATORS[wishes.exemption]
  return wishes?.challenge ? CHALLENGE_INDICATORS[wishes.challenge] : undefined
}

function recurringFields(
  { purpose, frequencyDays, endsOn }: NonNullable<AuthenticationRequest['agreement']>,
  now: Date,
): Partial<RequestorIndicators> {
  const days = frequencyDays ?? 1
  const fields = { recurringFrequency: String(days), recurringExpiry: endsOn?.replaceAll('-', '') ?? FOREVER }
  return purpose === 'INSTALLMENT' ? { ...fields, purchaseInstalData: installments(days, endsOn, now) } : fields
}

function installments(days: number, endsOn: string | null, now: Date): string {
  if (endsOn === null) return String(MOST_INSTALLMENTS)
  const left = Math.floor((Date.parse(endsOn) - now.getTime()) / DAY_MS / days) + 1
  return String(Math.min(Math.max(2, left), MOST_INSTALLMENTS))
}
