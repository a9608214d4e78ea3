import { callOn } from '../../../provider/contract/test-charges.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { connectorOn } from './connector.ts'

// A process that owns the line of an account until it is killed: database, length of a lease, and the account.

const [url = '', leaseMs = '', account = '{}'] = process.argv.slice(2)
const connector = connectorOn(openDatabase(url, 'line owner', 2), { leaseMs: Number(leaseMs) })
const problems = await connector.probe(callOn(JSON.parse(account)))
process.send?.({ problems })
// The line alone keeps no process.
setInterval(() => undefined, 60_000)
