import { Type } from 'typebox'
import { readEnteredAmount } from '#domain/entered-amount.ts'
import type { Gateway } from '#flows/gateway.ts'
import { paymentLocale, requestLocale } from '#http/language/request-locale.ts'
import { notFoundPage } from '#http/pages/message-page.ts'
import { get, post, type Route } from '#http/route.ts'
import type { ShownCharge, SimulatedPages } from '../common/pages.ts'
import { chargePage } from './charge-page.ts'
import type { Entered } from './charge-parts.ts'

type Header = (name: string) => string | undefined

const PAGE = { guard: 'open', params: Type.Object({ attempt_id: Type.String() }), uatOnly: true } as const

/** Selected bank or wallet, and the UPI address of the payer. */
const ChargePageQuery = Type.Object({
  locale: Type.Optional(Type.String({ maxLength: 35 })),
  via: Type.Optional(Type.String({ maxLength: 255 })),
  vpa: Type.Optional(Type.String({ maxLength: 320 })),
})

const TransferForm = Type.Object({
  amount: Type.String({ maxLength: 255 }),
  reading: Type.Optional(Type.String({ maxLength: 64 })),
  shown: Type.Optional(Type.String({ maxLength: 64 })),
})

const OutcomeForm = Type.Object({
  outcome: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING']),
})

/** Pages of all simulators with a shopper (docs/reference/simulators.md#pages). UAT only. */
export function simulatedPageRoutes(pages: SimulatedPages): readonly Route[] {
  return [pageRoute(pages), outcomeRoute(pages), transferRoute(pages)]
}

const pageRoute = (pages: SimulatedPages) =>
  get('/simulators/checkouts/:attempt_id', {
    ...PAGE,
    query: ChargePageQuery,
    handle: async (gateway, { params, query, header }) => {
      const charge = await pages.show(params.attempt_id)
      return charge ? { status: 200, page: await pageOf(gateway, charge, header, query) } : notFoundPage(header)
    },
  })

/** The choice is recorded before the browser continues, so that a later inquiry finds it. */
const outcomeRoute = (pages: SimulatedPages) =>
  post('/simulators/checkouts/:attempt_id/outcome', {
    ...PAGE,
    takes: 'form',
    body: OutcomeForm,
    handle: async (_gateway, { params, body, header }) => {
      const returnUrl = await pages.choose(params.attempt_id, body.outcome)
      return returnUrl === undefined ? notFoundPage(header) : { status: 303, location: returnUrl }
    },
  })

/** Receives money for a bank transfer, any time later. The page shows the effect. */
const transferRoute = (pages: SimulatedPages) =>
  post('/simulators/checkouts/:attempt_id/transfers', {
    ...PAGE,
    takes: 'form',
    body: TransferForm,
    handle: async (gateway, { params, body, header }) => {
      const charge = await pages.show(params.attempt_id)
      if (!charge?.transfers) return notFoundPage(header)
      const { currency, amount: whole } = charge.money
      const entry = readEnteredAmount(body, currency, whole)
      if (entry.amount === undefined) {
        return { status: 422, page: await pageOf(gateway, charge, header, { amount: body.amount, entry }) }
      }
      // The button named another amount: without script it names the prefilled one.
      if (!entry.isShown)
        return { status: 200, page: await pageOf(gateway, charge, header, { amount: body.amount, entry }) }
      await pages.receive(params.attempt_id, entry.amount)
      return { status: 303, location: addressOf(gateway, charge) }
    },
  })

interface Visit extends Entered {
  readonly locale?: string
}

async function pageOf(gateway: Gateway, charge: ShownCharge, header: Header, { locale: asked, ...entered }: Visit) {
  const { merchantId, transactionId: id } = charge
  const locale =
    asked === undefined ? await paymentLocale(gateway, { merchantId, id }, header) : requestLocale(asked, header)
  const address = addressOf(gateway, charge)
  return chargePage(charge, gateway.settings.pendingTtlSeconds, { ...entered, address, locale })
}

function addressOf({ settings }: Gateway, { attemptId }: ShownCharge): string {
  return `${settings.baseUrl}/simulators/checkouts/${attemptId}`
}
