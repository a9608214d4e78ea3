import { expect, test } from 'vitest'
import { exampleFile } from './example.ts'
import { unknownNames } from './unknown-names.ts'

test.each([
  ['SESSION_TTL_SECOND=5', 'SESSION_TTL_SECOND', 'SESSION_TTL_SECONDS'],
  ['session_ttl_seconds=5', 'session_ttl_seconds', 'SESSION_TTL_SECONDS'],
  ['PROT=3000', 'PROT', undefined],
  ['export POTR=3000', 'POTR', undefined],
  ['MASTERKEY="x"', 'MASTERKEY', 'MASTER_KEY'],
  ['COLOUR=blue', 'COLOUR', undefined],
])('%s in .env is no setting', (text, name, meant) => {
  expect(unknownNames(`# a comment\nPORT=3000\n${text}\n`)).toEqual([{ name, meant }])
})

test('settings, comments and names that others read are not unknown', () => {
  expect(unknownNames(exampleFile().replaceAll(/^# (?=[A-Z_]+=)/gm, ''))).toEqual([])
  expect(unknownNames('# SESSION_TTL_SECOND=5\nTOLLGATE_URL=http://a\nNODE_EXTRA_CA_CERTS=/a.pem\n')).toEqual([])
})
