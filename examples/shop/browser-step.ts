import { type Action, challengeRequest, decodeActionToken, type NextStep, threeDsMethodData } from '@tollgate/client'

/** Place of the bank's challenge: its own page, or our frame. */
export type ChallengePlace = 'page' | 'frame'

interface Order {
  readonly reference: string
  readonly challengePlace: ChallengePlace
}

/** A form that the browser posts automatically. */
interface AutoForm {
  readonly url: string
  readonly data: Readonly<Record<string, string>>
}

/** Next action of the checkout script (public/checkout.js has a function for each). */
export type BrowserStep =
  | { readonly kind: 'go'; readonly url: string }
  | { readonly kind: 'post'; readonly form: AutoForm }
  /** Without a form there is nothing to post and nothing to wait for. `origin` is that of the message that ends the wait. */
  | {
      readonly kind: 'fingerprint'
      readonly order: string
      readonly form: AutoForm | null
      readonly origin: string | undefined
    }
  /** `origin` is that of the message with the challenge's result. */
  | { readonly kind: 'challenge'; readonly order: string; readonly form: AutoForm; readonly origin: string }
  | { readonly kind: 'correct'; readonly problems: readonly { readonly field: string; readonly message: string }[] }

type Translations = { [K in NextStep['kind']]: (step: Extract<NextStep, { kind: K }>, order: Order) => BrowserStep }

/** Every step the gateway may ask for, in the browser's terms. */
const TRANSLATIONS: Translations = {
  result: (_step, order) => ({ kind: 'go', url: resultPath(order) }),
  redirect: ({ redirect }) => ({ kind: 'go', url: redirect.url }),
  'form-submit': ({ form: { url, data } }) => ({ kind: 'post', form: { url, data } }),
  fingerprint: ({ action }, { reference }) => ({
    kind: 'fingerprint',
    order: reference,
    form: methodForm(action),
    origin: methodOrigin(action),
  }),
  challenge: ({ action }, order) => challengeStep(action, order),
}

/** Translates the gateway's next step for the browser. */
export function browserStep(step: NextStep, order: Order): BrowserStep {
  const translate = TRANSLATIONS[step.kind] as (step: NextStep, order: Order) => BrowserStep
  return translate(step, order)
}

export function resultPath({ reference }: Pick<Order, 'reference'>): string {
  return `/result?order=${encodeURIComponent(reference)}`
}

/** True if this bank wants a fingerprint at all. */
export function hasMethod(action: Action): boolean {
  return decodeActionToken(action.token).three_ds_method_url !== undefined
}

function methodForm(action: Action): AutoForm | null {
  const token = decodeActionToken(action.token)
  const url = token.three_ds_method_url
  return url === undefined ? null : { url, data: { threeDSMethodData: threeDsMethodData(token) } }
}

function methodOrigin(action: Action): string | undefined {
  const url = decodeActionToken(action.token).three_ds_method_notification_url
  return url === undefined ? undefined : new URL(url).origin
}

/**
 * After a full-page challenge the gateway finishes the payment and sends the browser back to us. In a frame its last
 * page sends us a message, from the origin of `acs_url`.
 */
function challengeStep(action: Action, order: Order): BrowserStep {
  const token = decodeActionToken(action.token)
  const url = token.acs_url ?? ''
  const form = { url, data: { creq: challengeRequest(token) } }
  if (order.challengePlace === 'page') return { kind: 'post', form }
  return { kind: 'challenge', order: order.reference, form, origin: new URL(url).origin }
}
