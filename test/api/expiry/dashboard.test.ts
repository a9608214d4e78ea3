import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor } from '#test/visitor.ts'
import { authorized, done } from '../manage/follow-ups.ts'
import { advance, DAY, expiryOf, HOUR, timeIn } from './expiries.ts'

// The column and the view of what is to be captured (docs/dashboard/find-a-payment.md).

const PATH = '/dashboard/transactions'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

it('the list shows until when to capture, in red within a day by the merchant’s clock, and has a view of that', async () => {
  const own = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', own.merchantId)
  const list = async (query = '') => (await owner.get(`${PATH}${query}`)).text
  await own.authorize()
  expect(fieldsOf(await list(), 'capture-by')).toEqual([])
  const captured = await authorized(own)
  await done(own, captured, 'CAPTURE')
  const later = await authorized(own)
  const soon = await authorized(own, { options: { capture_by: await timeIn(own, 20 * HOUR) } })
  const page = await list()
  expect(fieldsOf(page, 'capture-by').filter(Boolean)).toHaveLength(2)
  expect(page.match(/badge-danger"><time datetime="[^"]*"/g)).toEqual([
    `badge-danger"><time datetime="${soon.authorization_expires_at}"`,
  ])
  expect(page).toContain(`href="${PATH}?capture=soon"`)
  expect(attributesOf(await list('?capture=soon'), 'data-id').filter((id) => id.startsWith('trx'))).toEqual([soon.id])
  await advance(own, 6.5 * DAY)
  await expiryOf(own, soon)
  expect(attributesOf(await list('?capture=soon'), 'data-id').filter((id) => id.startsWith('trx'))).toEqual([later.id])
  const details = (await owner.get(`${PATH}/${soon.id}`)).text
  expect(fieldsOf(details, 'expired')).toEqual(['€12.50'])
  expect(details).toContain('Expired without a capture')
  expect(details).not.toContain('data-action="capture"')
})
