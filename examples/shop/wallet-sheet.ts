import type { SimulatedWalletPayment, Tollgate } from '@tollgate/client'
import type { FastifyInstance } from 'fastify'
import { showCheckout } from './checkout-routes.ts'
import type { Orders } from './orders.ts'
import { SHEET_PATH, WALLET_CARDS, walletSheetPage } from './pages/wallet-sheet-page.ts'
import type { Form } from './payment-options/payment-option.ts'
import { walletTokenOption } from './payment-options/wallet-token.ts'
import { page } from './server-setup.ts'

/**
 * Stands in for the payment sheet that a real wallet opens in the browser. The gateway's simulated wallet makes the
 * token; from there on everything is as with a real one: the page has a token that it cannot read and posts it to the
 * shop's server.
 */
export function addWalletSheet(shop: FastifyInstance, tollgate: Tollgate, orders: Orders): void {
  shop.get(SHEET_PATH, (_request, reply) => page(reply, walletSheetPage()))
  shop.post<{ Body: Form }>(SHEET_PATH, async (request, reply) => {
    const [number, name] = WALLET_CARDS.find(([number]) => number === request.body.card_number) ?? WALLET_CARDS[0]!
    const { walleta_pay_token } = await tollgate.simulators.walletToken(paymentOf(number, request.body))
    return showCheckout(request, reply, tollgate, orders, walletTokenOption, { walleta_pay_token, wallet_card: name })
  })
}

function paymentOf(card_number: string, { auth_method }: Form): SimulatedWalletPayment {
  return { card_number, auth_method: auth_method === 'PAN_ONLY' ? 'PAN_ONLY' : 'CRYPTOGRAM_3DS' }
}
