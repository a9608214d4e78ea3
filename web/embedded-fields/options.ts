import { type Locale, localeOf } from '../shared/locales.ts'
import type { ComponentData, Customer, CustomerConfig, Fault, PaymentResponse } from '../shared/protocol.ts'
import type { PaymentError } from './payment-error.ts'
import { invalidOption, readObject } from './read-object.ts'

/** Options of `PaymentComponent` (docs/reference/embedded-fields.md#the-script). */
export interface Options {
  readonly clientKey: string
  readonly sessionId: string
  readonly environment: 'test' | 'production'
  readonly locale?: string
}

/** Configuration of `core.create`. */
export interface ComponentConfig {
  readonly data: ComponentData
  readonly customerConfig: CustomerConfig
  readonly componentListeners: Listeners
  readonly locale?: string
}

export interface Listeners {
  readonly onChange?: (change: { valid: boolean; complete: boolean; brand: string | null; field: string }) => void
  readonly onError?: (error: Fault) => void
}

/** Is called once with how `submitPayment` ended. */
export type Callback = (response: PaymentResponse | null, error: PaymentError | null) => void

const ENVIRONMENTS = ['test', 'production']

/** Required key of `data` for each type of component. */
const NEEDED = new Map<unknown, keyof ComponentData | null>([
  ['card', null],
  ['saved-card', 'paymentMethodId'],
  ['alternative-payment-method', 'type'],
])

const text = 'string'
const flag = 'boolean'
const OPTIONS = { clientKey: text, sessionId: text, environment: text, locale: text } as const
const CONFIG = { data: 'object', customerConfig: 'object', componentListeners: 'object', locale: text } as const
const DATA = { paymentMethodId: text, maskedPan: text, expirationDate: text, cardBrand: text, type: text } as const
const HOLDER = {
  hasHolderName: flag,
  holderNameRequired: flag,
  hasHolderEmail: flag,
  holderEmailRequired: flag,
} as const
const LISTENERS = { onChange: 'function', onError: 'function' } as const
const SUBMIT = { customer: 'object', callback: 'function' } as const
const CUSTOMER = {
  firstName: text,
  lastName: text,
  address: text,
  city: text,
  postalCode: text,
  country: text,
  phone: text,
  email: text,
  holderName: text,
} as const

/** @throws PaymentError `invalid_options`, naming the option */
export function readOptions(given: unknown): Options {
  const options = readObject<Options>(given, OPTIONS)
  for (const name of ['clientKey', 'sessionId'] as const)
    if (!options[name]?.trim()) invalidOption(`${name} must be a text`)
  if (!ENVIRONMENTS.includes(options.environment))
    invalidOption(`environment must be one of ${ENVIRONMENTS.join(', ')}`)
  return options
}

/**
 * Reads a configuration, which may be wrapped as `{ componentConfig }`.
 * @throws PaymentError `invalid_options`
 */
export function readConfig(type: unknown, given: unknown): ComponentConfig {
  if (!NEEDED.has(type)) invalidOption(`the type of a component is one of ${[...NEEDED.keys()].join(', ')}`)
  const { componentConfig } = readObject<{ componentConfig?: object }>(given, { componentConfig: 'object' })
  const outer = {
    ...readObject<Partial<ComponentConfig>>(given, CONFIG),
    ...readObject<Partial<ComponentConfig>>(componentConfig, CONFIG),
  }
  const config = {
    ...outer,
    data: readObject<ComponentData>(outer.data, DATA, 'data.'),
    customerConfig: readObject<CustomerConfig>(outer.customerConfig, HOLDER, 'customerConfig.'),
    componentListeners: readObject<Listeners>(outer.componentListeners, LISTENERS, 'componentListeners.'),
  }
  const needed = NEEDED.get(type)
  if (needed && !config.data[needed]) invalidOption(`${type} needs data.${needed}`)
  return config
}

/** @throws PaymentError `invalid_options`, naming the option */
export function readCustomer(given: unknown): Customer {
  const { customer } = readObject<{ customer?: object; callback?: Callback }>(given, SUBMIT)
  return readObject<Customer>(customer, CUSTOMER, 'customer.')
}

/** The callback, even where the rest of the options is wrong, so that it gets that error. */
export function readCallback(given: unknown): Callback | undefined {
  const { callback } = Object(given) as { callback?: unknown }
  return typeof callback === 'function' ? (callback as Callback) : undefined
}

/** @throws PaymentError `invalid_options` */
export function readLocale(given: unknown): Locale {
  return chooseLocale(readObject<{ locale?: string }>({ locale: given }, { locale: text }).locale)
}

/** The shopper's language: as the shop says, else as the browser says, else English. */
export function chooseLocale(wanted: string | undefined): Locale {
  return localeOf(wanted === undefined ? navigator.languages : [wanted])
}
