import type { Message } from '../../../src/providers/iso8583/codec/message.ts'
import type { Trace } from '../../../src/providers/iso8583/line/network.ts'

export function paymentMessage({ stan, transmitted }: Trace, amount: string): Message {
  const fields = {
    2: '4111111111111111',
    3: '000000',
    4: amount.padStart(12, '0'),
    7: transmitted,
    11: stan,
    12: '031500',
    13: '1121',
    14: '3012',
    18: '5411',
    22: '812',
    25: '59',
    32: '438309',
    37: `632602${stan}`,
    41: 'TERM0001',
    42: 'MERCHANT0000001',
    43: 'MERCHANT ONE             BRUSSELS     BE',
    49: '978',
  }
  return { type: '0100', fields }
}
