import { type FieldRule, ruleOf } from './field-rule.ts'

export type FieldTable = ReadonlyMap<number, FieldRule>

/** ISO 8583:1987: `n 6` six digits, `n ..19` two digits of length, `ans ...999` three, `b 64` bits, `x+n 8` sign and digits. */
const ELEMENTS = `
  1 b 64       Bitmap, secondary              65 b 8        Bitmap, tertiary
  2 n ..19     Primary account number         66 n 1        Settlement code
  3 n 6        Processing code                67 n 2        Extended payment code
  4 n 12       Amount, transaction            68 n 3        Receiving institution country
  5 n 12       Amount, settlement             69 n 3        Settlement institution country
  6 n 12       Amount, cardholder billing     70 n 3        Network management information
  7 n 10       Transmission date and time     71 n 4        Message number
  8 n 8        Cardholder billing fee         72 n 4        Message number, last
  9 n 8        Conversion rate, settlement    73 n 6        Date, action
  10 n 8       Conversion rate, billing       74 n 10       Credits, number
  11 n 6       Systems trace audit number     75 n 10       Credits reversal, number
  12 n 6       Time, local                    76 n 10       Debits, number
  13 n 4       Date, local                    77 n 10       Debits reversal, number
  14 n 4       Date, expiration               78 n 10       Transfer, number
  15 n 4       Date, settlement               79 n 10       Transfer reversal, number
  16 n 4       Date, conversion               80 n 10       Inquiries, number
  17 n 4       Date, capture                  81 n 10       Authorizations, number
  18 n 4       Merchant type                  82 n 12       Credits, processing fee
  19 n 3       Acquirer country               83 n 12       Credits, transaction fee
  20 n 3       Card number country            84 n 12       Debits, processing fee
  21 n 3       Forwarding country             85 n 12       Debits, transaction fee
  22 n 3       Entry mode                     86 n 16       Credits, amount
  23 n 3       Card sequence number           87 n 16       Credits reversal, amount
  24 n 3       Network identifier             88 n 16       Debits, amount
  25 n 2       Condition code                 89 n 16       Debits reversal, amount
  26 n 2       PIN capture code               90 n 42       Original data elements
  27 n 1       Approval code length           91 an 1       File update code
  28 x+n 8     Transaction fee                92 an 2       File security code
  29 x+n 8     Settlement fee                 93 an 5       Response indicator
  30 x+n 8     Transaction processing fee     94 an 7       Service indicator
  31 x+n 8     Settlement processing fee      95 an 42      Replacement amounts
  32 n ..11    Acquiring institution          96 b 64       Message security code
  33 n ..11    Forwarding institution         97 x+n 16     Amount, net settlement
  34 ns ..28   Card number, extended          98 ans 25     Payee
  35 z ..37    Track 2                        99 n ..11     Settlement institution
  36 z ...104  Track 3                        100 n ..11    Receiving institution
  37 an 12     Retrieval reference number     101 ans ..17  File name
  38 an 6      Authorization response         102 ans ..28  Account 1
  39 an 2      Response code                  103 ans ..28  Account 2
  40 an 3      Service restriction            104 ans ...100 Transaction description
  41 ans 8     Terminal                       105 ans ...999 Reserved, ISO
  42 ans 15    Card acceptor                  106 ans ...999 Reserved, ISO
  43 ans 40    Card acceptor name             107 ans ...999 Reserved, ISO
  44 ans ..25  Additional response data       108 ans ...999 Reserved, ISO
  45 ans ..76  Track 1                        109 ans ...999 Reserved, ISO
  46 ans ...999 Additional data, ISO          110 ans ...999 Reserved, ISO
  47 ans ...999 Additional data, national     111 ans ...999 Reserved, ISO
  48 ans ...999 Additional data, private      112 ans ...999 Reserved, national
  49 an 3      Currency, transaction          113 ans ...999 Reserved, national
  50 an 3      Currency, settlement           114 ans ...999 Reserved, national
  51 an 3      Currency, billing              115 ans ...999 Reserved, national
  52 b 64      PIN                            116 ans ...999 Reserved, national
  53 n 16      Security control               117 ans ...999 Reserved, national
  54 ans ...120 Additional amounts            118 ans ...999 Reserved, national
  55 ans ...999 Reserved, ISO                 119 ans ...999 Reserved, national
  56 ans ...999 Reserved, ISO                 120 ans ...999 Reserved, private
  57 ans ...999 Reserved, national            121 ans ...999 Reserved, private
  58 ans ...999 Reserved, national            122 ans ...999 Reserved, private
  59 ans ...999 Reserved, national            123 ans ...999 Reserved, private
  60 ans ...999 Reserved, private             124 ans ...999 Reserved, private
  61 ans ...999 Reserved, private             125 ans ...999 Reserved, private
  62 ans ...999 Reserved, private             126 ans ...999 Reserved, private
  63 ans ...999 Reserved, private             127 ans ...999 Reserved, private
  64 b 64      Authentication code            128 b 64      Authentication code, secondary`

const ELEMENT = /(\d+) ([abnszx+]+ \.{0,3}\d+) /g

export const ISO_1987: FieldTable = new Map(
  [...ELEMENTS.matchAll(ELEMENT)].map(([, number, notation]) => [Number(number), ruleOf(notation!)]),
)

/** Table with the differences of a host's own description. */
export function changed(table: FieldTable, notations: Readonly<Record<number, string>>): FieldTable {
  const rules = Object.entries(notations).map(([number, notation]) => [Number(number), ruleOf(notation)] as const)
  return new Map([...table, ...rules])
}
