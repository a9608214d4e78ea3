import { startAmountButtons } from '../shared/amount-buttons.ts'

startAmountButtons(document)
