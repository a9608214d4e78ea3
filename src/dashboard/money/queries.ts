import { type Static, Type } from 'typebox'

const Typed = Type.Optional(Type.String({ maxLength: 255 }))

export const SettlementDaysPageQuery = Type.Object({ from: Typed, to: Typed, cursor: Typed })

/** The address of the analytics: anything is taken, and what makes no sense is left out. */
export const AnalyticsPageQuery = Type.Object({
  from: Typed,
  to: Typed,
  interval: Typed,
  by: Typed,
  terminal: Typed,
  compare: Typed,
})

export type AnalyticsPageQuery = Static<typeof AnalyticsPageQuery>

export const TryForm = Type.Object({
  terminal: Typed,
  amount: Typed,
  reading: Typed,
  currency: Typed,
  type: Typed,
  outcome: Typed,
  flow: Typed,
})

export type TryForm = Static<typeof TryForm>

export const TryParams = Type.Object({ reference: Type.String({ maxLength: 40 }) })
