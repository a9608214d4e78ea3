const { bootstrap } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const config = require('./config.js')

const initialData = {
  defaultLanguage: 'en',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  defaultZone: 'Europe',
  taxRates: [{ name: 'None', percentage: 0 }],
  shippingMethods: [{ name: 'Post', price: 0 }],
  paymentMethods: [{ name: 'Tollgate', handler: { code: 'tollgate', arguments: [] } }],
  collections: [],
}

populate(() => bootstrap(config), initialData, 'products.csv').then(
  async (app) => {
    await app.close()
    process.exit(0)
  },
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
