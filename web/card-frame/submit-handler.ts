import type { Customer, Fault, Handshake, PaymentResponse, Theme, ToFrame } from '../shared/protocol.ts'
import type { ChallengeWindow, Send } from './challenge-window.ts'
import type { Form } from './form.ts'
import { faultText, type Language } from './language.ts'
import { pay } from './payment.ts'
import { browserInfo, paymentMethodOf } from './request.ts'
import { FailedCall, type SessionApi } from './session-api.ts'
import { customerProblems, localizedProblems, mergedCustomer, toFault } from './submit-problems.ts'
import { windowSizeFor } from './window-size.ts'

export interface PaymentContext {
  readonly handshake: Handshake
  readonly form: Form | null
  readonly customer: Customer
  readonly language: Language
  readonly look: Theme
}

type Submit = Extract<ToFrame, { type: 'submit' }>

/** The payments of one frame: validated here first, sent once, and taken through 3-D Secure. */
export class SubmitHandler {
  readonly #context: PaymentContext
  readonly #api: SessionApi
  readonly #challengeWindow: ChallengeWindow
  readonly #send: Send

  constructor(context: PaymentContext, api: SessionApi, challengeWindow: ChallengeWindow, send: Send) {
    this.#context = context
    this.#api = api
    this.#challengeWindow = challengeWindow
    this.#send = send
  }

  /** Pays and answers; errors are answers too. */
  async submit({ id, ...input }: Submit): Promise<void> {
    try {
      const response = await this.#pay(input)
      if (response.approved) this.#context.form?.fields.forgetCode()
      this.#answer(id, response, response.status === 'CANCELED' ? this.#canceled() : null)
    } catch (error) {
      const { form, language } = this.#context
      const { texts } = language
      const problems = error instanceof FailedCall ? localizedProblems(error.problems, form?.fields, texts) : []
      if (problems.length > 0) form?.fields.mark(problems)
      this.#answer(id, null, toFault(error, form?.fields.unmarked(problems) ?? problems, texts))
    }
  }

  async #pay({ data, customer: said, room }: Omit<Submit, 'id'>): Promise<PaymentResponse> {
    const { handshake, form, customer: known, language } = this.#context
    const { texts, locale } = language
    const customer = mergedCustomer(known, said, form?.fields.customer)
    const problems = [...(form?.fields.problems(customer) ?? []), ...customerProblems(said, texts)]
    if (problems.length > 0) throw new FailedCall('invalid_fields', texts.invalid_fields, problems)
    form?.begin()
    const body = {
      payment_method: paymentMethodOf(handshake.component, { ...handshake.data, ...data }, form?.fields, customer),
      customer,
      browser_info: browserInfo(locale),
      ...(form?.wantsSaving && { save_card: true }),
      challenge_window_size: windowSizeFor(room),
      locale,
    }
    return pay(this.#api, body, (action) => {
      form?.showProgress(this.#context.language.texts.checking)
      return this.#challengeWindow.show(action, { ...this.#context.language, look: this.#context.look })
    })
  }

  #answer(id: number, response: PaymentResponse | null, fault: Fault | null): void {
    const { form } = this.#context
    form?.finish(fault)
    if (response && form) this.#send({ type: 'state', state: form.fields.state, field: null })
    this.#send({ type: 'result', id, response, fault, isMarked: form?.fields.firstMarked !== undefined })
  }

  #canceled(): Fault {
    return { code: 'canceled', message: faultText(this.#context.language.texts, 'canceled') }
  }
}
