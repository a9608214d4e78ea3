import { expect, it } from 'vitest'
import { COLUMN_TYPES } from './column-types.ts'

const { bigint, flag, bytes, json, jsonb, texts } = COLUMN_TYPES

it.each([
  ['int8', bigint.serialize, 9223372036854775807n],
  ['bool', flag.serialize, true],
  ['bool', flag.serialize, false],
  ['bytea', bytes.serialize, Buffer.from([0, 92, 120, 255])],
  ['bytea', bytes.serialize, new Uint8Array([1, 2, 3]).subarray(1)],
  ['json', json.serialize, '{"number": 1.10}'],
  ['jsonb', jsonb.serialize, { list: ['a "b"', null, 1] }],
  ['text[]', texts.serialize, ['a "b" \\c', '', 'null']],
])('a value of %s that was written once stays as it is when it is written again', (_type, serialize, value) => {
  const write = serialize as (value: unknown) => string
  expect(write(write(value))).toBe(write(value))
})
