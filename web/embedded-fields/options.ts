import type {
  Callback,
  ComponentConfig,
  ComponentData,
  Customer,
  CustomerConfig,
  Listeners,
  Options,
  SubmitOptions,
} from '../../embedded-fields/types.ts'
import { invalidOption, readObject, type Shapes } from './read-object.ts'

/** Configuration of `core.create`, with what a shop may leave out. */
export interface CompleteConfig extends ComponentConfig {
  readonly data: ComponentData
  readonly customerConfig: CustomerConfig
  readonly componentListeners: Listeners
}

const ENVIRONMENTS = ['test', 'production']

/** Required key of `data` for each type of component. */
const NEEDED = new Map<unknown, keyof ComponentData | null>([
  ['card', null],
  ['saved-card', 'paymentMethodId'],
  ['alternative-payment-method', 'type'],
])

const text = 'string'
const flag = 'boolean'
const OPTIONS = { clientKey: text, sessionId: text, environment: text, locale: text } as const satisfies Shapes<Options>
const CONFIG = {
  data: 'object',
  customerConfig: 'object',
  componentListeners: 'object',
  locale: text,
} as const satisfies Shapes<ComponentConfig>
const DATA = {
  paymentMethodId: text,
  maskedPan: text,
  expirationDate: text,
  cardBrand: text,
  type: text,
} as const satisfies Shapes<ComponentData>
const HOLDER = {
  hasHolderName: flag,
  holderNameRequired: flag,
  hasHolderEmail: flag,
  holderEmailRequired: flag,
} as const satisfies Shapes<CustomerConfig>
const LISTENERS = { onChange: 'function', onError: 'function' } as const satisfies Shapes<Listeners>
const SUBMIT = { customer: 'object', callback: 'function' } as const satisfies Shapes<SubmitOptions>
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
} as const satisfies Shapes<Customer>

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
export function readConfig(type: unknown, given: unknown): CompleteConfig {
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
  const { customer } = readObject<SubmitOptions>(given, SUBMIT)
  return readObject<Customer>(customer, CUSTOMER, 'customer.')
}

/** The callback, even where the rest of the options is wrong, so that it gets that error. */
export function readCallback(given: unknown): Callback | undefined {
  const { callback } = Object(given) as { callback?: unknown }
  return typeof callback === 'function' ? (callback as Callback) : undefined
}

/** @throws PaymentError `invalid_options` */
export function readLocale(given: unknown): string | undefined {
  return readObject<{ locale?: string }>({ locale: given }, { locale: text }).locale
}
