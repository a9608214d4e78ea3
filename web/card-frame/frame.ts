import type { Locale } from '../shared/locales.ts'
import { applyLook } from '../shared/look.ts'
import type { Customer, Fault, FieldProblem, Greeting, Look, PaymentResponse, ToFrame } from '../shared/protocol.ts'
import { BankWindow, type Send } from './bank-window.ts'
import { windowSizeFor } from './challenge-room.ts'
import { type Desk, type OpenSession, Refused, type SavedCard } from './desk.ts'
import { Form } from './form.ts'
import { pay } from './payment.ts'
import { isPlausiblePhone } from './phone.ts'
import { methodPlan, type Plan, planAtOnce, savedCardPlan } from './plan.ts'
import { browserInfo, paymentMethodOf } from './request.ts'
import type { SavedFace } from './saved-card-line.ts'
import { faultText, textsOf } from './texts/index.ts'

type Submit = Extract<ToFrame, { type: 'submit' }>

/** One component inside the gateway's frame: its form, its session and its payments. */
export class Frame {
  readonly #greeting: Greeting
  readonly #desk: Desk
  readonly #send: Send
  readonly #bank: BankWindow
  #locale: Locale
  #look: Look
  #form: Form | null = null
  #customer: Customer = {}

  constructor(greeting: Greeting, desk: Desk, send: Send) {
    this.#greeting = greeting
    this.#desk = desk
    this.#send = send
    this.#bank = new BankWindow(send)
    this.#locale = greeting.locale
    this.#look = greeting.look
    applyLook(greeting.look)
    const plan = planAtOnce(greeting.component, greeting.customerConfig)
    if (plan) this.#build(plan)
  }

  /** Asks what the session holds; fields that need no answer are there before it. */
  async open(): Promise<void> {
    try {
      const session = await this.#desk.open()
      this.#customer = knownCustomer(session)
      this.#show(session)
      this.#send({ type: 'ready', customer: this.#customer })
      this.#tell(null)
    } catch (error) {
      const fault = faultOf(error)
      this.#form?.say(this.#words(fault))
      this.#send({ type: 'fault', ...fault })
    }
  }

  receive(message: ToFrame): void {
    if (message.type === 'look') {
      this.#look = message.look
      applyLook(message.look)
    }
    if (message.type === 'locale') this.#speak(message.locale)
    if (message.type === 'show-problems') this.#form?.mark(this.#form.problems())
    if (message.type === 'focus') this.#form?.focus()
    if (message.type === 'cancel') this.#bank.cancel()
    if (message.type === 'submit') void this.#submit(message)
  }

  #show(session: OpenSession): void {
    const { component, data } = this.#greeting
    const saved = session.saved_cards.find(({ payment_method_id }) => payment_method_id === data.paymentMethodId)
    if (component === 'saved-card') this.#build(savedCardPlan(saved))
    if (component === 'alternative-payment-method') this.#build(methodPlan(data, this.#customer))
    if (component === 'saved-card') this.#form?.showSavedCard(savedCardOf(saved, this.#greeting))
    if (component === 'card' && session.save_card === 'ask') this.#form?.offerSaving()
    this.#form?.prefill(this.#customer)
  }

  #build({ title, wanted }: Plan): void {
    const changed = (field: string) => this.#tell(field)
    this.#form = new Form(title, wanted, this.#locale, { changed, entered: () => this.#send({ type: 'enter' }) })
    document.body.append(this.#form.element)
  }

  #speak(locale: Locale): void {
    this.#locale = locale
    this.#form?.setLocale(locale)
    this.#tell(null)
  }

  #tell(field: string | null): void {
    const nothing = { valid: true, complete: true, brand: null, problems: [], customer: {} }
    this.#send({ type: 'state', state: this.#form?.state ?? nothing, field })
  }

  async #submit({ id, ...order }: Submit): Promise<void> {
    const answer = (response: PaymentResponse | null, fault: Fault | null) => {
      this.#form?.setBusy(false)
      this.#form?.say(fault ? this.#words(fault) : '')
      this.#send({ type: 'result', id, response, fault })
    }
    try {
      const response = await this.#pay(order)
      if (response.approved) this.#form?.forgetCode()
      this.#tell(null)
      answer(response, response.status === 'CANCELED' ? this.#fault('canceled') : null)
    } catch (error) {
      if (error instanceof Refused && error.problems.length > 0) this.#form?.mark(this.#inOurWords(error.problems))
      answer(null, faultOf(error))
    }
  }

  async #pay(order: Omit<Submit, 'id'>): Promise<PaymentResponse> {
    const { component } = this.#greeting
    const data = { ...this.#greeting.data, ...order.data }
    const customer = { ...this.#customer, ...order.customer, ...this.#form?.customer }
    const problems = [...(this.#form?.problems(customer) ?? []), ...this.#strangeFacts(order.customer)]
    if (problems.length > 0) throw new Refused('invalid_fields', textsOf(this.#locale).invalid_fields, problems)
    this.#form?.mark([])
    this.#form?.setBusy(true)
    this.#form?.say(textsOf(this.#locale).asking)
    const body = {
      payment_method: paymentMethodOf(component, data, this.#form, customer),
      customer,
      browser_info: browserInfo(),
      ...(this.#form?.wantsSaving && { save_card: true }),
      challenge_window_size: windowSizeFor(order.room),
    }
    return pay(this.#desk, body, (action) => {
      this.#form?.say(textsOf(this.#locale).checking)
      return this.#bank.ask(action, this.#locale, this.#look)
    })
  }

  /** Facts the shop's page brought that cannot be true. */
  #strangeFacts({ phone }: Customer): FieldProblem[] {
    const isStrange = phone !== undefined && phone !== '' && !isPlausiblePhone(phone)
    return isStrange ? [{ field: 'phone', message: textsOf(this.#locale).phoneWrong }] : []
  }

  /** The gateway's judgement on fields of ours, in the shopper's language. */
  #inOurWords(problems: readonly FieldProblem[]): FieldProblem[] {
    const texts: Partial<Record<string, string>> = textsOf(this.#locale)
    const own = this.#form?.problems() ?? []
    const words = (field: string) => own.find((problem) => problem.field === field)?.message ?? texts[`${field}Wrong`]
    return problems.map(({ field, message }) => ({ field, message: words(field) ?? message }))
  }

  #fault(code: Fault['code']): Fault {
    return { code, message: faultText(textsOf(this.#locale), code) }
  }

  #words({ code }: Fault): string {
    return code === 'invalid_fields' ? '' : this.#fault(code).message
  }
}

/** @throws Refused for a session that takes no payment any more */
function knownCustomer({ customer, country }: OpenSession): Customer {
  const facts = Object.entries({ country, ...customer }).filter(([, fact]) => fact !== null && fact !== '')
  return Object.fromEntries(facts)
}

function savedCardOf(saved: SavedCard | undefined, { data }: Greeting): SavedFace {
  const given = data.expirationDate ?? ''
  const expiry = saved
    ? `${String(saved.expiration_month).padStart(2, '0')} / ${String(saved.expiration_year).slice(-2)}`
    : given && `${given.slice(0, 2)} / ${given.slice(2)}`
  return { masked: saved?.masked ?? data.maskedPan ?? '', brand: saved?.brand ?? data.cardBrand ?? null, expiry }
}

function faultOf(error: unknown): Fault {
  if (error instanceof Refused) return { code: error.code, message: error.message }
  return { code: 'network_error', message: 'Something unexpected happened in the payment frame.' }
}
