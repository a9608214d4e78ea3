import { applyLook } from '../shared/apply-look.ts'
import type { OpenSession } from '../shared/handshake.ts'
import type { Locale } from '../shared/locales.ts'
import type { Customer, Greeting, Look, ToFrame } from '../shared/protocol.ts'
import { BankWindow, type Send } from './challenge-window.ts'
import { Form } from './form.ts'
import { cardPlan, methodPlan, type Plan, savedCardPlan } from './plan.ts'
import type { SessionApi } from './session-api.ts'
import { knownCustomer, savedFaceOf } from './session-facts.ts'
import { type PaymentContext, SubmitHandler } from './submit-handler.ts'

/** One component inside the gateway's frame: its form, its session and its payments. */
export class Frame implements PaymentContext {
  readonly greeting: Greeting
  form: Form | null = null
  customer: Customer = {}
  locale: Locale
  look: Look
  readonly #send: Send
  readonly #bank: BankWindow
  readonly #submits: SubmitHandler

  constructor(greeting: Greeting, api: SessionApi, send: Send) {
    this.greeting = greeting
    this.locale = greeting.locale
    this.look = greeting.look
    this.#send = send
    this.#bank = new BankWindow(send)
    this.#submits = new SubmitHandler(this, api, this.#bank, send)
    applyLook(greeting.look)
  }

  /** Shows what the session brings. */
  open(session: OpenSession): void {
    this.customer = knownCustomer(session)
    this.#show(session)
    // The page knows the state of the fields by the moment it hears that they are ready.
    this.#tell(null)
    this.#send({ type: 'ready', customer: this.customer })
  }

  receive(message: ToFrame): void {
    if (message.type === 'look') {
      this.look = message.look
      applyLook(message.look)
    }
    if (message.type === 'locale') this.#speak(message.locale)
    if (message.type === 'show-problems') this.form?.fields.mark(this.form.fields.problems())
    if (message.type === 'focus') this.form?.focus()
    if (message.type === 'cancel') this.#bank.cancel()
    if (message.type === 'submit') void this.#submits.submit(message)
  }

  #show(session: OpenSession): void {
    const { component, data, customerConfig } = this.greeting
    const saved = session.saved_cards.find(({ payment_method_id }) => payment_method_id === data.paymentMethodId)
    if (component === 'card') this.#build(cardPlan(customerConfig))
    if (component === 'saved-card') this.#build(savedCardPlan(saved))
    if (component === 'alternative-payment-method') this.#build(methodPlan(data, this.customer))
    if (component === 'saved-card') this.form?.showSavedCard(savedFaceOf(saved, data))
    if (component === 'card' && session.save_card === 'ask') this.form?.offerSaving()
    this.form?.fields.prefill(this.customer)
  }

  #build({ title, wanted }: Plan): void {
    const changed = (field: string) => this.#tell(field)
    this.form = new Form(title, wanted, this.locale, { changed, entered: () => this.#send({ type: 'enter' }) })
    document.body.append(this.form.element)
  }

  #speak(locale: Locale): void {
    this.locale = locale
    this.form?.setLocale(locale)
    this.#tell(null)
  }

  #tell(field: string | null): void {
    const nothing = { valid: true, complete: true, brand: null, problems: [], customer: {} }
    this.#send({ type: 'state', state: this.form?.fields.state ?? nothing, field })
  }
}
