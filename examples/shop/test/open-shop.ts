import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { keys } from '#client/test/keys.ts'
import { buildShop } from '../shop.ts'
import { startFakeBank } from './fake-bank.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** The card form as a shopper fills it in. */
export const CARD = {
  number: '4111 1111 1111 1111',
  expiry: '12 / 39',
  cvc: '123',
  name: 'Ada Lindqvist',
  email: 'ada@example.com',
}

/** Browser data that the script adds. */
export const BROWSER = {
  java_enabled: 'false',
  color_depth: '24',
  screen_height: '844',
  screen_width: '390',
  time_zone_offset: '-60',
  language: 'sv',
  accept_header: 'text/html',
}

/** A shop in front of a fake gateway, until the test is over. `sent` are the bodies that went to one of its paths. */
export async function openShop(bankIs = { hasMethod: true }) {
  const bank = await startFakeBank(bankIs)
  onTestFinished(() => bank.close())
  const shop = await buildShop({
    base_url: bank.baseUrl,
    auth_url: bank.baseUrl,
    realm: 'uat',
    shop_url: 'http://localhost:3001',
    merchant: {
      client_key: 'test_larkspur',
      client_id: 'larkspur',
      client_secret: 'x',
      public_key: keys.publicKey,
      webhook_secret: SECRET,
      terminal_id: 'term_1',
    },
  })
  onTestFinished(() => shop.close())
  const sent = (path: string) => bank.seen.filter((seen) => seen.path === path).map(({ body }) => JSON.parse(body))
  return { shop, bank, sent }
}

/** Posts a form as a browser would. */
export function post(
  shop: FastifyInstance,
  url: string,
  fields: Record<string, string>,
  cookie = '',
  accept = 'text/html',
) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie, accept }
  return shop.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
}

/** Posts a form as the script would, which asks for the next step. */
export function ask(shop: FastifyInstance, url: string, fields: Record<string, string>, cookie = '') {
  return post(shop, url, fields, cookie, 'application/json')
}
