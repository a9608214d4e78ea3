import { type Static, Type } from 'typebox'

const Typed = Type.Optional(Type.String({ maxLength: 255 }))

/** Accepts all that is typed or bookmarked; the page shows which part it does not understand. */
export const PaymentListQuery = Type.Object({
  q: Typed,
  status: Typed,
  type: Typed,
  method: Typed,
  brand: Typed,
  terminal: Typed,
  amount: Typed,
  currency: Typed,
  from: Typed,
  to: Typed,
  code: Typed,
  account: Typed,
  customer: Typed,
  customer_id: Typed,
  email: Typed,
  card: Typed,
  counted: Typed,
  capture: Typed,
  refunded: Typed,
  count: Typed,
  after: Typed,
  before: Typed,
})

export const PaymentExportQuery = Type.Object({ ...PaymentListQuery.properties, format: Typed })

export type PaymentListQuery = Static<typeof PaymentListQuery>

export const PaymentParams = Type.Object({ id: Type.String() })

export const PaymentQuery = Type.Object({ done: Typed })

/** Part of the address of a form, so that going back to it finds the same one. */
export const FollowUpQuery = Type.Object({ key: Type.Optional(Type.String({ maxLength: 100 })) })

export const FollowUpForm = Type.Object({
  amount: Typed,
  reading: Typed,
  shown: Typed,
  final: Typed,
  reason: Typed,
  key: Type.String({ minLength: 1, maxLength: 100 }),
})

export type FollowUpForm = Static<typeof FollowUpForm>

const Search = Type.Optional(Type.String({ maxLength: 4000, description: 'The query of the list that has the form.' }))

export const SaveViewForm = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 80 })),
  shared: Typed,
  search: Search,
})

export const RemoveViewForm = Type.Object({ search: Search })
