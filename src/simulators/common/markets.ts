import type { Market } from '#domain/market.ts'

/** Markets of the simulated methods (docs/reference/simulators.md#markets); unlisted methods are sold everywhere. */
const MARKETS: Readonly<Record<string, Market>> = {
  UPI: market('INR', 'IN'),
  'voucher-redirect-ali': market('AUD CAD CHF CNY EUR GBP HKD JPY MYR NZD SGD USD', 'CN HK'),
  'voucher-redirect-blt': market('BRL', 'BR'),
  'voucher-redirect-chp': market('GHS KES NGN RWF UGX ZAR', 'GH KE NG RW UG ZA'),
  'voucher-redirect-gir': market('EUR', 'DE'),
  'voucher-redirect-glu': market(
    'CZK DKK EUR GBP NOK PLN SEK',
    'AT BE CZ DE DK EE ES FI FR GB IE IT LT LV NL NO PL PT SE SK',
  ),
  'voucher-redirect-obt': market(
    'CZK DKK EUR GBP HUF NOK PLN SEK',
    'AT BE CZ DE DK EE ES FI FR GB GR HU IT LT LV NL NO PL PT SE SI SK',
  ),
  'voucher-redirect-npy': market('EUR', 'AT'),
  'voucher-redirect-onb': market('CZK EUR PLN', 'CZ PL SK'),
  'voucher-redirect-pgf': market('ARS', 'AR'),
  'voucher-redirect-pch': market(
    'CAD CHF CZK DKK EUR GBP HUF PLN RON SEK',
    'AT BE CA CH CZ DK ES FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  ),
  'voucher-redirect-pwy': market('PLN', 'PL'),
  'voucher-redirect-gch': market('PHP', 'PH'),
  'voucher-redirect-grp': market('IDR MYR PHP SGD THB VND', 'ID MY PH SG TH VN'),
  'voucher-redirect-cns': market('JPY', 'JP'),
  'voucher-redirect-dna': market('IDR', 'ID'),
  'voucher-redirect-lnj': market('IDR', 'ID'),
  'voucher-redirect-mah': market('PHP', 'PH'),
  'voucher-redirect-spx': market('IDR MYR PHP SGD THB VND', 'ID MY PH SG TH VN'),
  'voucher-redirect-khp': market('KRW', 'KR'),
  'voucher-redirect-spi': market('MXN', 'MX'),
  'voucher-redirect-sft': market('CHF EUR', 'AT BE CH DE ES IT NL'),
  'voucher-redirect-epd': market('BGN EUR', 'BG'),
  'voucher-redirect-idl': market('EUR', 'NL'),
  'voucher-redirect-bct': market('EUR', 'BE'),
  'voucher-redirect-blk': market('PLN', 'PL'),
  'voucher-redirect-kla': market('EUR SEK NOK DKK GBP CHF PLN'),
  'voucher-redirect-swi': market('SEK', 'SE'),
  'voucher-redirect-twt': market('CHF', 'CH'),
  'voucher-redirect-mbp': market('DKK EUR'),
}

export function marketOf(method: string): Market | undefined {
  return MARKETS[method]
}

function market(currencies: string, countries?: string): Market {
  return { currencies: currencies.split(' '), countries: countries?.split(' ') ?? null }
}
