import { faultText, textsOf } from '../shared/fields/texts/index.ts'
import type { Locale } from '../shared/locales.ts'
import type { Customer, Fault, Greeting, Look, PaymentResponse, ToFrame } from '../shared/protocol.ts'
import type { BankWindow, Send } from './challenge-window.ts'
import type { Form } from './form.ts'
import { pay } from './payment.ts'
import { browserInfo, paymentMethodOf } from './request.ts'
import { FailedCall, type SessionApi } from './session-api.ts'
import { customerOf, faultOf, inOurWords, strangeFacts } from './submit-problems.ts'
import { windowSizeFor } from './window-size.ts'

/** What a payment is made from, as it stands at any moment. */
export interface PaymentContext {
  readonly greeting: Greeting
  readonly form: Form | null
  /** What the session knows. */
  readonly customer: Customer
  readonly locale: Locale
  readonly look: Look
}

type Submit = Extract<ToFrame, { type: 'submit' }>

/** The payments of one frame: judged here first, sent once, and led through the bank. */
export class SubmitHandler {
  readonly #context: PaymentContext
  readonly #api: SessionApi
  readonly #bank: BankWindow
  readonly #send: Send

  constructor(context: PaymentContext, api: SessionApi, bank: BankWindow, send: Send) {
    this.#context = context
    this.#api = api
    this.#bank = bank
    this.#send = send
  }

  /** Pays and answers; nothing it meets on its way is thrown. */
  async submit({ id, ...order }: Submit): Promise<void> {
    try {
      const response = await this.#pay(order)
      if (response.approved) this.#context.form?.fields.forgetCode()
      this.#answer(id, response, response.status === 'CANCELED' ? this.#canceled() : null)
    } catch (error) {
      const { form, locale } = this.#context
      const problems = error instanceof FailedCall ? inOurWords(error.problems, form?.fields, textsOf(locale)) : []
      if (problems.length > 0) form?.fields.mark(problems)
      this.#answer(id, null, faultOf(error, form?.fields.unmarked(problems) ?? problems, textsOf(locale)))
    }
  }

  async #pay({ data, customer: said, room }: Omit<Submit, 'id'>): Promise<PaymentResponse> {
    const { greeting, form, customer: known, locale } = this.#context
    const texts = textsOf(locale)
    const customer = customerOf(known, said, form?.fields.customer)
    const problems = [...(form?.fields.problems(customer) ?? []), ...strangeFacts(said, texts)]
    if (problems.length > 0) throw new FailedCall('invalid_fields', texts.invalid_fields, problems)
    form?.begin()
    const body = {
      payment_method: paymentMethodOf(greeting.component, { ...greeting.data, ...data }, form?.fields, customer),
      customer,
      browser_info: browserInfo(),
      ...(form?.wantsSaving && { save_card: true }),
      challenge_window_size: windowSizeFor(room),
    }
    return pay(this.#api, body, (action) => {
      form?.say(textsOf(this.#context.locale).checking)
      return this.#bank.ask(action, this.#context.locale, this.#context.look)
    })
  }

  #answer(id: number, response: PaymentResponse | null, fault: Fault | null): void {
    const { form } = this.#context
    form?.finish(fault)
    if (response && form) this.#send({ type: 'state', state: form.fields.state, field: null })
    this.#send({ type: 'result', id, response, fault, isMarked: form?.fields.firstMarked !== undefined })
  }

  #canceled(): Fault {
    return { code: 'canceled', message: faultText(textsOf(this.#context.locale), 'canceled') }
  }
}
