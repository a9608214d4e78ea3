import { type Locale, localeOf } from '../shared/locales.ts'
import type {
  ComponentData,
  ComponentType,
  Customer,
  CustomerConfig,
  Fault,
  PaymentResponse,
} from '../shared/protocol.ts'
import { PaymentError } from './payment-error.ts'

/** What `PaymentComponent` takes (specification, browser-side interface). */
export interface Options {
  readonly clientKey: string
  readonly sessionId: string
  readonly environment: 'test' | 'production'
  readonly locale?: string
}

export interface Listeners {
  readonly onChange?: (change: { valid: boolean; complete: boolean; brand: string | null; field: string }) => void
  readonly onError?: (error: Fault) => void
}

/** What `core.create` takes. */
export interface ComponentConfig {
  readonly data?: ComponentData
  readonly customerConfig?: CustomerConfig
  readonly componentListeners?: Listeners
  readonly locale?: string
}

/** What `submitPayment` takes. */
export interface SubmitOptions {
  readonly customer?: Customer
  readonly callback?: (response: PaymentResponse | null, error: PaymentError | null) => void
}

const ENVIRONMENTS = ['test', 'production']

/** What each type of component cannot do without, in its `data`. */
const NEEDED: Readonly<Record<Exclude<ComponentType, 'session'>, keyof ComponentData | null>> = {
  card: null,
  'saved-card': 'paymentMethodId',
  'alternative-payment-method': 'type',
}

/** @throws PaymentError `invalid_options`, naming the option */
export function readOptions(given: unknown): Options {
  const options = (given ?? {}) as Options
  for (const name of ['clientKey', 'sessionId'] as const) {
    if (typeof options[name] !== 'string' || options[name].trim() === '') wrong(`${name} must be a text`)
  }
  if (!ENVIRONMENTS.includes(options.environment)) wrong(`environment must be one of ${ENVIRONMENTS.join(', ')}`)
  if (options.locale !== undefined && typeof options.locale !== 'string') wrong('locale must be a language tag')
  return options
}

/** The configuration stands by itself, or wrapped as `{ componentConfig }`. @throws PaymentError `invalid_options` */
export function readConfig(type: string, given: unknown): ComponentConfig {
  const outer = (given ?? {}) as ComponentConfig & { componentConfig?: ComponentConfig }
  const config = { ...outer, ...outer.componentConfig }
  if (!(type in NEEDED)) wrong(`the type of a component is one of ${Object.keys(NEEDED).join(', ')}`)
  const needed = NEEDED[type as keyof typeof NEEDED]
  if (needed && typeof config.data?.[needed] !== 'string') wrong(`${type} needs data.${needed}`)
  return config
}

/** The shopper's language: as the shop says, else as the browser says, else English. */
export function chooseLocale(wanted: string | undefined): Locale {
  return localeOf(wanted === undefined ? navigator.languages : [wanted])
}

function wrong(what: string): never {
  throw new PaymentError('invalid_options', `Embedded fields: ${what}.`)
}
