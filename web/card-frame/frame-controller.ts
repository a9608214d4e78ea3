import { applyLook } from '../shared/apply-theme.ts'
import type { OpenSession } from '../shared/handshake.ts'
import type { Customer, Handshake, Theme, ToFrame } from '../shared/protocol.ts'
import { ChallengeWindow, type Send } from './challenge-window.ts'
import { knownCustomer } from './customer-fields.ts'
import { Form } from './form.ts'
import type { Language } from './language.ts'
import { cardPlan, methodPlan, type Plan, savedCardPlan } from './plan.ts'
import { savedCardDetailsOf } from './saved-card-line.ts'
import type { SessionApi } from './session-api.ts'
import { type PaymentContext, SubmitHandler } from './submit-handler.ts'

/** Loads a wanted language, else that of the page. */
type LoadLanguage = (wanted: string | undefined) => Promise<Language>

/** One component inside the gateway's frame: its form, its session and its payments. */
export class FrameController implements PaymentContext {
  readonly handshake: Handshake
  form: Form | null = null
  customer: Customer = {}
  language!: Language
  look: Theme
  readonly #send: Send
  readonly #challengeWindow: ChallengeWindow
  readonly #submits: SubmitHandler
  readonly #load: LoadLanguage
  #loading: Promise<void>

  constructor(handshake: Handshake, api: SessionApi, send: Send, load: LoadLanguage) {
    this.handshake = handshake
    this.#load = load
    this.look = handshake.look
    this.#send = send
    this.#challengeWindow = new ChallengeWindow(send)
    this.#submits = new SubmitHandler(this, api, this.#challengeWindow, send)
    applyLook(handshake.look)
    this.#loading = this.#speak(handshake.locale)
  }

  /** Shows the fields, filled with what the session knows. */
  async open(session: OpenSession): Promise<void> {
    await this.#loading
    this.customer = knownCustomer(session)
    this.#show(session)
    // The state goes first, so that the page knows it when the fields are ready.
    this.#sendState(null)
    this.#send({ type: 'ready', customer: this.customer, agreement: session.agreement, locale: this.language.locale })
  }

  receive(message: ToFrame): void {
    if (message.type === 'look') {
      this.look = message.look
      applyLook(message.look)
    }
    if (message.type === 'locale') this.#changeLocale(message.locale)
    if (message.type === 'show-problems') this.form?.fields.mark(this.form.fields.problems())
    if (message.type === 'focus') this.form?.focus()
    if (message.type === 'cancel') this.#challengeWindow.cancel()
    if (message.type === 'submit') void this.#submits.submit(message)
  }

  #show(session: OpenSession): void {
    const { component, data, customerConfig } = this.handshake
    const saved = session.saved_cards.find(({ payment_method_id }) => payment_method_id === data.paymentMethodId)
    if (component === 'card') this.#build(cardPlan(customerConfig))
    if (component === 'saved-card') this.#build(savedCardPlan(saved))
    if (component === 'alternative-payment-method') this.#build(methodPlan(data, this.customer))
    if (component === 'saved-card') this.form?.showSavedCard(savedCardDetailsOf(saved, data))
    if (component === 'card' && session.save_card === 'ask') this.form?.offerSaving()
    if (component !== 'alternative-payment-method' && session.agreement) this.form?.showAgreement(session.agreement)
    this.form?.fields.prefill(this.customer)
  }

  #build({ title, wanted }: Plan): void {
    const changed = (field: string) => this.#sendState(field)
    this.form = new Form(title, wanted, this.language, { changed, entered: () => this.#send({ type: 'enter' }) })
    document.body.append(this.form.element)
  }

  /** One after the other, so that the last language stays. */
  #changeLocale(locale: string | undefined): void {
    const change = () => this.#speak(locale)
    this.#loading = this.#loading.then(change, change)
  }

  async #speak(locale: string | undefined): Promise<void> {
    this.language = await this.#load(locale)
    this.#send({ type: 'title', title: this.language.texts.frameTitle })
    if (!this.form) return
    this.form.setLanguage(this.language)
    this.#sendState(null)
  }

  #sendState(field: string | null): void {
    const nothing = { valid: true, complete: true, brand: null, problems: [], customer: {} }
    this.#send({ type: 'state', state: this.form?.fields.state ?? nothing, field })
  }
}
