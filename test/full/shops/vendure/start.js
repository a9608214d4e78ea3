const { bootstrap } = require('@vendure/core')

bootstrap(require('./config.js'))
