const { writeFileSync } = require('node:fs')
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require('@medusajs/medusa/core-flows')

const PRICES = [
  { currency_code: 'eur', amount: 19.99 },
  { currency_code: 'jpy', amount: 1500 },
]

/** Makes a shop with one product and two regions. Without a shipping profile it needs no stock and no shipping option. */
exports.default = async function seed({ container }) {
  const make = async (workflow, input) => (await workflow(container).run({ input })).result
  const [channel] = await make(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Web' }] })
  const payment_providers = ['pp_tollgate_main']
  const regions = await make(createRegionsWorkflow, {
    regions: [
      { name: 'Europe', currency_code: 'eur', countries: ['de'], payment_providers },
      { name: 'Japan', currency_code: 'jpy', countries: ['jp'], payment_providers },
    ],
  })
  const [product] = await make(createProductsWorkflow, {
    products: [
      {
        title: 'Beans',
        status: 'published',
        options: [{ title: 'Size', values: ['1 kg'] }],
        sales_channels: [{ id: channel.id }],
        variants: [{ title: '1 kg', options: { Size: '1 kg' }, manage_inventory: false, prices: PRICES }],
      },
    ],
  })
  const keyOf = async (title, type) =>
    (await make(createApiKeysWorkflow, { api_keys: [{ title, type, created_by: 'seed' }] }))[0]
  const [publishable, secret] = [await keyOf('Storefront', 'publishable'), await keyOf('Admin', 'secret')]
  await make(linkSalesChannelsToApiKeyWorkflow, { id: publishable.id, add: [channel.id] })
  const [europe, japan] = regions.map(({ id }) => id)
  const seeded = {
    publishable: publishable.token,
    secret: secret.token,
    europe,
    japan,
    variant: product.variants[0].id,
  }
  writeFileSync(process.env.SEEDED_FILE, JSON.stringify(seeded))
}
