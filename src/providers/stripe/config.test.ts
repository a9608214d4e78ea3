import { describe, expect, test } from 'vitest'
import { accountCapabilities } from '#domain/capabilities.ts'
import { callOn } from '#provider/contract/test-charges.ts'
import { CREDENTIALS, credentialsOf, stripeAccount } from '#test/stripe-sandbox/account.ts'
import { openStripeSandbox, WITHOUT_PERMISSION } from '#test/stripe-sandbox/index.ts'
import { ORIGINS, problemsOfSettings, suffixOf } from './config.ts'
import { createStripe } from './index.ts'

describe.each(['uat', 'production'] as const)('In %s', (realm) => {
  const { secret_key: key } = createStripe({ realm }).credentials
  const [own, other] = realm === 'uat' ? ['test', 'live'] : ['live', 'test']

  test.each(['sk', 'rk'])(`a key %s_ of this environment is taken, of the other one refused`, (kind) => {
    expect(key!.problemOf(`${kind}_${own}_4eC39HqLyjWDarjtT1zdp7dc`)).toBeNull()
    expect(key!.problemOf(`${kind}_${other}_4eC39HqLyjWDarjtT1zdp7dc`)).toContain(`This is a ${other} key`)
  })

  test.each(['', 'pk_test_4eC39HqLyjWDarjtT1zdp7dc', 'sk_test_', 'sk_live_a b', `sk_${own}_4eC39HqLyjWD\n`])(
    'what is no secret key is refused, and not repeated: %j',
    (value) => {
      const problem = key!.problemOf(value)
      expect(problem).toMatch(/^Give a key/)
      if (value.length > 10) expect(problem).not.toContain(value)
    },
  )

  test('there is one address, and it is Stripe’s', () => expect(ORIGINS[realm]).toBe('https://api.stripe.com'))
})

test('a webhook secret begins with whsec_', () => {
  const { webhook_secret: secret } = createStripe({ realm: 'uat' }).credentials
  expect(secret!.problemOf('whsec_c2FuZGJveC1zaWduaW5n')).toBeNull()
  for (const value of ['', 'whsec_', 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'])
    expect(secret!.problemOf(value)).not.toBeNull()
})

test.each(['LARKSPUR', 'a', 'Order 17, shop 3', 'x'.repeat(22)])('the suffix %j is taken', (suffix) => {
  const settings = { statement_descriptor_suffix: suffix }
  expect(problemsOfSettings(settings)).toEqual([])
  expect(suffixOf(stripeAccount(settings))).toBe(suffix)
})

test.each(['', '123', 'x'.repeat(23), 'a<b', "a'b", 'Iași', 5, true])('the suffix %j is refused', (suffix) => {
  const [problem] = problemsOfSettings({ statement_descriptor_suffix: suffix })
  expect(problem).toMatchObject({ property: 'settings.statement_descriptor_suffix' })
})

test('charges by agreement need a setting that is true or false', () => {
  for (const network_transaction_ids of [true, false, null]) {
    expect(problemsOfSettings({ network_transaction_ids })).toEqual([])
  }
  for (const network_transaction_ids of ['true', 1, {}]) {
    expect(problemsOfSettings({ network_transaction_ids })).toMatchObject([
      { property: 'settings.network_transaction_ids' },
    ])
  }
  const operationsOf = (settings: object) =>
    accountCapabilities(
      new Map([['stripe', createStripe({ realm: 'uat' })]]),
      stripeAccount({ ...settings }),
      'agreement',
    )?.operations
  expect(operationsOf({ network_transaction_ids: true })).toContain('PURCHASE')
  expect(operationsOf({})).toEqual(['CAPTURE', 'REFUND', 'VOID'])
})

test('no suffix is no problem', () => {
  expect(problemsOfSettings({})).toEqual([])
  expect(suffixOf(stripeAccount())).toBeNull()
})

describe('The probe says what to do', () => {
  const asking = async (credentials: typeof CREDENTIALS, origin?: string) => {
    const sandbox = await openStripeSandbox()
    const stripe = createStripe({ realm: 'uat', origin: origin ?? sandbox.origin })
    const problems = await stripe.probe(callOn(stripeAccount(), credentials))
    await sandbox.close()
    return problems
  }

  test('about a key that was rolled, or none', async () => {
    const rolled = await asking(credentialsOf({ secret_key: 'sk_test_0000000000' }))
    expect(rolled).toEqual([expect.stringMatching(/does not accept the secret key.*Copy one/)])
    expect(await asking({})).toEqual(rolled)
  })

  test('about a restricted key without permissions', async () => {
    const problems = await asking(credentialsOf({ secret_key: WITHOUT_PERMISSION }))
    expect(problems).toEqual([expect.stringMatching(/write access to PaymentIntents, PaymentMethods and Refunds/)])
  })

  test('about a Stripe that is not reached', async () => {
    expect(await asking(CREDENTIALS, 'http://127.0.0.1:9')).toEqual([expect.stringMatching(/let the gateway reach it/)])
  })

  test('nothing where all is well', async () => expect(await asking(CREDENTIALS)).toEqual([]))
})
