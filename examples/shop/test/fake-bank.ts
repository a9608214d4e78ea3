import { type Reply, type Script, type Seen, startFakeGateway } from '#client/test/fake-gateway.ts'

/** The customer this gateway knows, and the one card of theirs. */
export const CUSTOMER = 'larkspur-7f2c1f4e-52f5-4b43-9a54-1d5c3b0e7a11'
export const SAVED_CARD = {
  token: 'pm_kept',
  type: 'card',
  masked: '555555******4444',
  brand: 'mastercard',
  expiration_month: 7,
  expiration_year: 2039,
  customer_id: CUSTOMER,
}

/** How the fake bank behaves: whether it wants a fingerprint, and how its challenge ends. */
export interface Bank {
  readonly hasMethod: boolean
}

const IDS = { transaction_id: 'trx_1', session_id: 'three-ds-1' }
const NOTHING = { result: null, action: null, redirect: null, form_submit: null }

/** A gateway of one transaction that plays fingerprint, challenge and result, with an ACS page of its own. */
export async function startFakeBank({ hasMethod }: Bank) {
  let state: object = record('PENDING')
  let returnUrl = ''
  const action = (type: string, token: object) =>
    json({
      ...NOTHING,
      transaction_id: IDS.transaction_id,
      status: 'PENDING',
      action: { ...IDS, type, token: encoded(token), payment_data: type },
    })
  const script: Script = {
    'POST /api/transactions/authorize': (seen) => {
      const { reference, amount, return_url, payment_method } = JSON.parse(seen.body)
      state = { ...record('PENDING'), reference, amount }
      returnUrl = return_url
      if (payment_method.type.includes('redirect')) return redirectTo(`${gateway.baseUrl}/provider`)
      const url = hasMethod ? { three_ds_method_url: `${gateway.baseUrl}/method` } : {}
      return action('THREE_DS_2_FINGERPRINT', { three_ds_server_trans_id: IDS.session_id, ...url })
    },
    'POST /api/transactions/payment': (seen) => {
      const { reference, amount, method } = JSON.parse(seen.body)
      const payment_method = { method, type: `payment_${method.toLowerCase()}`, masked: null }
      state = { ...record('PENDING'), reference, amount, payment_method, data: { received_amount: 5 } }
      return redirectTo(`${gateway.baseUrl}/provider`)
    },
    [`POST /api/transactions/three-ds/${IDS.session_id}/request-authentication`]: () =>
      action('THREE_DS_2_CHALLENGE', { three_ds_server_trans_id: IDS.session_id, acs_url: `${gateway.baseUrl}/acs` }),
    'POST /api/transactions/three-ds/authentication-completed': (seen) => {
      const { trans_status } = JSON.parse(seen.body)
      state = { ...state, ...record(trans_status === 'Y' ? 'APPROVED' : 'DECLINED') }
      return json({ ...NOTHING, result: state })
    },
    'GET /api/transactions/trx_1/status': () => json({ found: true, transaction: state }),
    'POST /api/customers': () => json({}),
    [`GET /api/customers/${CUSTOMER}/payment-methods`]: () => json({ items: [SAVED_CARD], next_cursor: null }),
    [`DELETE /api/payment-methods/${SAVED_CARD.token}`]: () => ({ status: 204 }),
    'POST /api/simulators/walleta-tokens': () => json({ walleta_pay_token: 'eyJzaWduZWQiOnRydWV9' }),
    'POST /method': () => page('<title>method</title>'),
    'POST /acs': (seen) => acsPage(seen),
    'POST /finish': () => {
      state = { ...state, ...record('APPROVED') }
      return { status: 303, headers: { location: returnUrl } }
    },
  }
  const gateway = await startFakeGateway(script)
  return gateway
}

function redirectTo(url: string): Reply {
  return json({ ...NOTHING, transaction_id: IDS.transaction_id, status: 'PENDING', redirect: { ...IDS, url } })
}

/** Reports to the parent in a frame and finishes on its own on a full page, as the gateway's pages do. */
function acsPage({ headers }: Seen): Reply {
  const message = JSON.stringify({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: IDS.session_id })
  return headers['sec-fetch-dest'] === 'iframe'
    ? page(`<h1>Your bank</h1><button onclick='parent.postMessage(${message}, "*")'>It is me</button>`)
    : page('<h1>Your bank</h1><form method="post" action="/finish"><button>It is me</button></form>')
}

function record(status: string) {
  return {
    id: IDS.transaction_id,
    status,
    approved: status === 'APPROVED',
    processing_code: status === 'APPROVED' ? '0000' : '1002',
    response_message: status === 'APPROVED' ? 'approved' : null,
    payment_method: { masked: '411111******1111' },
    processing_result: { approval_code: status === 'APPROVED' ? '831704' : null },
  }
}

function encoded(token: object): string {
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

function json(body: object): Reply {
  return { body: JSON.stringify(body) }
}

function page(body: string): Reply {
  return { headers: { 'content-type': 'text/html' }, body }
}
