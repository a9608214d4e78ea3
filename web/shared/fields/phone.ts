import { plainPhoneNumber } from '../../../src/domain/phone-number.ts'

/**
 * Digits of national numbers by calling code (ITU-T E.164 and the national numbering plans), shortest and longest.
 * Where a plan is open, the bounds are wide: a shopper's real number must never be refused.
 */
const LENGTHS = `
  1:10 7:10 20:8-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:6-12 40:9 41:9 43:4-13 44:7-10 45:8 46:7-10 47:5-8 48:9
  49:5-13 51:8-9 52:10 53:6-8 54:10-11 55:10-11 56:8-9 57:8-10 58:10 60:8-10 61:5-10 62:7-12 63:8-10 64:8-10 65:8-11
  66:8-9 81:8-10 82:7-11 84:7-10 86:7-11 90:10 91:10 92:8-10 93:9 94:9 95:7-10 98:4-10
  211:9 212:9 213:8-9 216:8 218:8-9 220:7 221:9 222:8 223:8 224:8-9 225:8-10 226:8 227:8 228:8 229:8-10 230:7-8 231:7-9
  232:8 233:9 234:7-10 235:8 236:8 237:8-9 238:7 239:7 240:9 241:7-8 242:9 243:7-9 244:9 245:7-9 246:7 247:4-6 248:7
  249:9 250:8-9 251:9 252:6-9 253:8 254:6-10 255:9 256:9 257:8 258:8-9 260:9 261:9 262:9 263:5-10 264:8-9 265:7-9 266:8
  267:7-8 268:8 269:7 290:4-5 291:7 297:7 298:6 299:6 350:8 351:9 352:4-11 353:7-10 354:7-9 355:6-9 356:8 357:8 358:5-12
  359:6-9 370:8 371:8 372:7-10 373:8 374:8 375:9-11 376:6-9 377:8-9 378:6-12 380:9 381:6-12 382:6-12 383:8-12 385:6-12
  386:5-8 387:8-9 389:8 420:9-12 421:6-9 423:7-9 500:5 501:7-11 502:8-11 503:7-11 504:8-11 505:8 506:8-10 507:7-11 508:6-9
  509:8 590:9 591:8-9 592:7 593:8-11 594:9 595:6-11 596:9 597:6-7 598:4-13 599:7-8 670:7-8 672:5-6 673:7 674:7 675:7-11
  676:5-7 677:5-7 678:5-7 679:7-11 680:7 681:6 682:5 683:4-7 685:5-10 686:5-8 687:6 688:5-7 689:6-9 690:4-7 691:7 692:7
  850:6-10 852:5-12 853:8 855:8-10 856:8-11 880:6-10 886:7-11 960:7-10 961:7-8 962:8-9 963:8-10 964:8-10 965:7-8 966:8-10
  967:7-9 968:7-9 970:8-10 971:5-12 972:7-12 973:8 974:7-11 975:6-8 976:8-10 977:8-11 992:9 993:8 994:9 995:9 996:9-10 998:9`

const BOUNDS = new Map(
  LENGTHS.trim()
    .split(/\s+/)
    .map((plan) => {
      const [code = '', bounds = ''] = plan.split(':')
      const [shortest = '', longest = shortest] = bounds.split('-')
      return [code, { shortest: Number(shortest), longest: Number(longest) }] as const
    }),
)

/** A phone number in E.164 whose length its country's plan knows; spaces and other decoration do not count. */
export function isPlausiblePhone(text: string): boolean {
  const number = plainPhoneNumber(text)
  if (!/^\+[1-9]\d{4,14}$/.test(number)) return false
  // Calling codes are prefix-free, so at most one of these is known.
  const code = [1, 2, 3].map((length) => number.slice(1, 1 + length)).find((prefix) => BOUNDS.has(prefix))
  if (code === undefined) return false
  const { shortest, longest } = BOUNDS.get(code)!
  const digits = number.length - 1 - code.length
  return digits >= shortest && digits <= longest
}
