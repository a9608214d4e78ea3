const { DefaultLogger, LogLevel } = require('@vendure/core')
const { TollgatePlugin } = require('@tollgate/vendure')

/** A shop whose settings come from the test that starts it. */
module.exports = {
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  apiOptions: { port: Number(process.env.SHOP_PORT), hostname: '127.0.0.1', middleware: [] },
  authOptions: {
    tokenMethod: ['bearer'],
    requireVerification: false,
    superadminCredentials: { identifier: 'admin@shop.example', password: process.env.ADMIN_PASSWORD },
  },
  dbConnectionOptions: { type: 'postgres', synchronize: true, url: process.env.DATABASE_URL, ssl: false },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [TollgatePlugin.init(JSON.parse(process.env.TOLLGATE_OPTIONS)), ...admin()],
}

/** The admin, for pictures. */
function admin() {
  if (!process.env.KEEP_PICTURES) return []
  const { DashboardPlugin } = require('@vendure/dashboard/plugin')
  return [DashboardPlugin.init({ route: 'dashboard', appDir: 'dashboard' })]
}
