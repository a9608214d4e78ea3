import { typedDigits } from '#domain/plain-digits.ts'
import type { Session } from '#domain/session.ts'
import { requestedMethodOf } from '#flows/sessions/requested-method.ts'
import { payerOf, type Submit } from '#flows/sessions/submit.ts'
import { readExpiry } from '#web/shared/fields/expiry.ts'
import { digitsOf } from '#web/shared/fields/typing.ts'
import type { Locale } from '#web/shared/locales.ts'
import { typedText } from '../../api/common/fields.ts'
import { ownBrowserInfo } from '../../api/common/own-browser-info.ts'
import type { SubmittedForm } from './form-fields.ts'
import type { HostedPayForm } from './queries.ts'

export interface SentForm {
  readonly body: HostedPayForm
  readonly ip: string
  readonly header: (name: string) => string | undefined
  readonly locale: Locale
}

export function typedFormOf(form: HostedPayForm): SubmittedForm {
  const { method = '', number = '', expiry = '', cvc = '', savedCard = '', savedCvc = '' } = form
  const { email = '', firstName = '', lastName = '', country = '' } = form
  const codes = { cvc: typedDigits(cvc), savedCvc: typedDigits(savedCvc) }
  return { method, number, expiry, ...codes, savedCard, email, firstName, lastName, country }
}

/** Turns a checked form into a submit. */
export function hostedSubmitOf(session: Session, typed: SubmittedForm, { body, ip, header, locale }: SentForm): Submit {
  const customer = customerOf(typed)
  const { month: expiryMonth, year: expiryYear } = readExpiry(typed.expiry)
  const isSaved = typed.method === 'saved_card'
  const cvc = isSaved ? typed.savedCvc : typed.cvc
  const card = { number: digitsOf(typed.number), expiryMonth, expiryYear, cvc, holderName: '' }
  return {
    method: requestedMethodOf(
      { type: typed.method, paymentMethodId: typed.savedCard, ...card },
      payerOf(session, customer),
    ),
    customer,
    customerIp: ip,
    browserInfo: ownBrowserInfo({ ...body, language: locale }, header),
    wantsCardSaved: body.saveCard === 'yes',
    page: { name: 'hosted-payment-page', locale, windowSize: '05' },
    knownPayment: body.knownPayment || null,
  }
}

function customerOf({ email, firstName, lastName, country }: SubmittedForm): Submit['customer'] {
  const untyped = { address: null, city: null, postalCode: null, phone: null }
  return {
    ...untyped,
    email: typedText(email),
    firstName: typedText(firstName),
    lastName: typedText(lastName),
    country: typedText(country),
  }
}
