import { fillFolder } from '../fill/filled-gateway.ts'
import { LEDGER_TABLES } from '../fill/index.ts'

console.log(await fillFolder(process.argv[2]!, Number(process.argv[3]), console.error, LEDGER_TABLES))
