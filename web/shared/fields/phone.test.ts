import { expect, test } from 'vitest'
import { isPlausiblePhone } from './phone.ts'

test.each([
  '+46701234567',
  '+46 8 123 456 78',
  '+38761123456',
  '+40721234567',
  '+12025550123',
  '+447911123456',
  '+4915112345678',
  '+3725123456',
  '+46 (0)70 123 45 67',
  '+52 1 55 1234 5678',
  '+52 55 1234 5678',
  '+39 06 6982',
])('%s is plausible', (phone) => expect(isPlausiblePhone(phone)).toBe(true))

test.each([
  '',
  '0701234567',
  '+',
  '+0123456789',
  '+4670',
  '+4612345678901',
  '+1202555012',
  '+40721234',
  '+99912345678',
  '+46abc',
])('%s is not', (phone) => expect(isPlausiblePhone(phone)).toBe(false))
