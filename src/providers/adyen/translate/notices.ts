import { getPath, getText, type NoticeEntry, type NoticeFields, pickFields } from '#providers/port/tools.ts'

/** Unchecked item of a notice. */
export type Item = unknown

/** Signed fields of an item, in order. Only these decide anything. */
const SIGNED = [
  'pspReference',
  'originalReference',
  'merchantAccountCode',
  'merchantReference',
  'amount.value',
  'amount.currency',
  'eventCode',
  'success',
]

/** Fields of an item for display only, because no signature covers them. */
const SHOWN = [
  ...['eventDate', 'paymentMethod', 'additionalData.cvcResult', 'additionalData.avsResult'],
  ...['chargebackReasonCode', 'rfiReasonCode', 'nofReasonCode', 'defensePeriodEndsAt'].map(
    (name) => `additionalData.${name}`,
  ),
]

/** Fields joined by colons, empty if absent. A list counts as absent, because it reads like its only member. */
export function signedTextOf(item: Item): string {
  const fields = SIGNED.map((path) => getPath(item, path))
  return fields.map((field) => (typeof field === 'object' ? '' : (field ?? ''))).join(':')
}

export function retainedFields(item: Item): NoticeFields {
  return { ...pickFields(item, [...SIGNED, ...SHOWN]), ...reasonOf(item) }
}

/** Of an approval's reason `033899:1111:03/2030`, only the code may be stored, not card digits and expiry. */
function reasonOf(item: Item): NoticeFields {
  const reason = getText(item, 'reason')
  if (reason === undefined) return {}
  const [, authCode] = /^(\w{1,12}):\d{4}:\d{1,2}\/\d{2,4}$/.exec(reason) ?? []
  if (authCode !== undefined) return { authCode }
  return getText(item, 'success') === 'false' && !/\d{5}/.test(reason) ? { reason: reason.slice(0, 200) } : {}
}

export function transferEntryOf(json: unknown): readonly NoticeEntry[] {
  const fields = pickFields(getPath(json, 'data'), ['id', 'status', 'reason', 'sequenceNumber'])
  const attemptId = getText(json, 'data.reference')
  if (attemptId === undefined || fields.id === undefined || fields.status === undefined) return []
  return [{ key: `${fields.id}:${fields.status}:${fields.sequenceNumber ?? ''}`, attemptId, fields }]
}
