const { defineConfig } = require('@medusajs/framework/utils')

const options = JSON.parse(process.env.TOLLGATE_OPTIONS)

module.exports = defineConfig({
  admin: { disable: !process.env.KEEP_PICTURES },
  plugins: ['@tollgate/medusa'],
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    cookieOptions: { secure: false },
    http: { storeCors: '', adminCors: '', authCors: '', jwtSecret: 'test', cookieSecret: 'test' },
  },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: '@tollgate/medusa', id: 'main', options }] },
    },
  ],
})
