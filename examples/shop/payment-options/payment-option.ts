import type { AuthorizeRequest, PaymentRequest, Tollgate } from '@tollgate/client'
import type { Html } from '../html.ts'

/** A form as it was posted: text by field name. */
export type Form = Readonly<Record<string, string | undefined>>

/** Customer, and the connection to the gateway. */
export interface Shopper {
  readonly tollgate: Tollgate
  /** The shopper's id at this shop and at the gateway. */
  readonly customerId: string
  /** True if the browser has the id, so the gateway may know it. */
  readonly isReturning: boolean
  /** Gives the browser its id, for the customer that was created. */
  keep(): void
}

/** Input of a payment option's form. */
export interface CheckoutView extends Shopper {
  /** Entered values, if a form comes back with problems. */
  readonly typed: Form
  /** Messages by the form's field; those of no field under ''. */
  readonly problems: Form
}

/** Content between the list of payment options and the button; not payable if something has to be done first. */
export interface Fields {
  readonly body: Html
  readonly payable: boolean
}

/** The part of an authorize request that differs from one payment option to the next. */
export type OptionRequest = Pick<AuthorizeRequest, 'payment_method' | 'customer' | 'tokenization'>

/** The part of a payment request that differs; bank payments have an endpoint of their own. */
export type BankRequest = Pick<PaymentRequest, 'method'>

export interface PaymentOption {
  /** Path of its form, which is posted there too. */
  readonly path: string
  readonly name: string
  readonly icon: Html
  /** True if 3-D Secure may apply. Then a script takes its steps within the page; without script they are pages. */
  readonly threeDs: boolean
  fields(view: CheckoutView): Fields | Promise<Fields>
  /** @throws TollgateError naming the fields that are wrong */
  request(form: Form, shopper: Shopper): OptionRequest | BankRequest | Promise<OptionRequest>
}
