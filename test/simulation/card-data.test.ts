// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decrypt } from '#vault/aead.ts'
import { heldKeyStorage } from '#vault/held-keys.ts'
import { contextOfKey } from '#vault/key-owner.ts'
import { type KeptPaymentData, payWithCards } from './card-data/card-flows.ts'
import { CREDENTIAL_VALUES, payThroughConnectors } from './card-data/connector-flows.ts'
import { crash } from './card-data/crashes.ts'
import { type Findings, lookEverywhere, type Place } from './card-data/findings.ts'
import { payLinksAndAgreements } from './card-data/link-flows.ts'
import { makeMistakes } from './card-data/mistakes.ts'
import { dumpOf, filesOf, writeAheadLogOf } from './card-data/places.ts'
import { payByRedirect } from './card-data/redirect-flows.ts'
import { everythingEnds, heard, type Stage, setStage } from './card-data/stage.ts'
import { type StoredCards, saveAndPay } from './card-data/stored-card-flows.ts'
import { payWithTokens } from './card-data/token-flows.ts'
import { typeIntoOurPages } from './card-data/typed-card-flows.ts'

// Known card numbers, known security codes, cryptograms and wallet tokens go through every flow; then everything
// the gateway wrote down or said is searched for them, before and after crashes.

let stage: Stage
let kept: KeptPaymentData[]
let stored: StoredCards
let looks: readonly Findings[]
/** Secrets that remained for a next step once every payment was over, before a crash would have emptied them. */
let secretsLeft: readonly unknown[]

beforeAll(async () => {
  stage = await setStage()
  const others = [
    payWithTokens(stage),
    payByRedirect(stage),
    makeMistakes(stage),
    typeIntoOurPages(stage),
    payLinksAndAgreements(stage),
  ]
  const [ofCards, saved] = await Promise.all([payWithCards(stage), saveAndPay(stage), ...others])
  ;[kept, stored] = [[ofCards, saved.kept], saved]
  await payThroughConnectors(stage)
  await everythingEnds(stage)
  await readAll(stage)
  secretsLeft = await stage.sql`select * from authentication_secrets`
  const before = await lookEverywhere(stage)
  await crash(stage, stored.token)
  await everythingEnds(stage)
  looks = [before, await lookEverywhere(stage)]
}, 300_000)

afterAll(() => stage?.close())

async function readAll({ merchant, operator }: Stage): Promise<void> {
  for (const path of ['/api/transactions', '/api/events', '/api/customers', '/api/webhook-endpoints'])
    await heard(stage, merchant.call('GET', `${path}?limit=100`))
  await heard(stage, operator.call('GET', '/admin/audit-log?limit=100'))
}

it('every planted card was used', () => {
  expect(stage.cards.left).toBe(0)
})

it('every way to pay came to the ends it should', async () => {
  const rows = await stage.sql<{ type: string; ends: string }[]>`
    select payment_method->>'type' as type, string_agg(distinct status, ' ' order by status) as ends
    from transactions group by type`
  expect(Object.fromEntries(rows.map(({ type, ends }) => [type, ends]))).toEqual({
    card: 'APPROVED DECLINED INVALID SESSION_EXPIRED',
    saved_card: 'APPROVED DECLINED INVALID',
    agreement: 'APPROVED',
    'network-token': 'APPROVED DECLINED',
    'walleta-pay': 'APPROVED DECLINED',
    'walleta-pay-redirect': 'APPROVED',
    'walletb-pay-redirect': 'DECLINED',
    'voucher-redirect-npy': 'APPROVED DECLINED',
    'voucher-redirect-psc': 'CANCELED',
  })
})

it('the tables of links and agreements were filled', async () => {
  const [rows] = await stage.sql`
    select (select count(*) from payment_links)::int as links, (select count(*) from agreements)::int as agreements`
  expect(rows!.links).toBeGreaterThan(0)
  expect(rows!.agreements).toBeGreaterThan(0)
})

/** Bytes that there are at least, or the search was for nothing. */
const ENOUGH: Readonly<Record<Place, number>> = {
  log: 20_000,
  tables: 200_000,
  'write-ahead log': 1_000_000,
  'data files': 1_000_000,
  webhooks: 20_000,
  answers: 50_000,
  figures: 500,
}

describe('no card number, security code, cryptogram or wallet token, in any spelling', () => {
  it.each(Object.entries(ENOUGH))('in the %s, before and after crashes', (place, enough) => {
    for (const look of looks) {
      const { bytes, found } = look[place as Place]
      expect(bytes).toBeGreaterThan(enough)
      expect(found).toEqual([])
    }
  })
})

it('a provider’s credential stands nowhere in clear: not in the log, the tables, the write-ahead log or the files', async () => {
  const rows = Buffer.from((await dumpOf(stage)).join('\n'))
  const places = [
    Buffer.from(stage.gateway.output()),
    rows,
    ...(await writeAheadLogOf(stage)),
    ...(await filesOf(stage)),
  ]
  for (const value of CREDENTIAL_VALUES) {
    expect(places.filter((place) => place.includes(value))).toEqual([])
    expect(stage.answers.filter((answer) => answer.includes(value))).toEqual([])
  }
})

describe('a stored card', () => {
  it('rests as number and expiry alone, encrypted: no security code lies in the vault', async () => {
    const { sql, masterKey } = stage
    const rows = await sql<StoredRow[]>`
      select stored.merchant_id as "merchantId", stored.token, stored.sealed_card as "sealedCard",
        key.key_id as "keyId", key.sealed_key as "sealedKey"
      from payment_methods stored
      join data_keys key on key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id`
    expect(rows.map(({ token }) => token)).toContain(stored.token)
    for (const row of rows) {
      const key = heldKeyStorage({ masterKey }).unwrap(row.sealedKey, 'data-key', contextOfKey(row))
      const text = decrypt(key, row.sealedCard, JSON.stringify(['stored card', row.merchantId, row.token, row.keyId]))
      const { number, ...expiry } = JSON.parse(text.toString())
      expect(stage.secrets.search()(number)).toEqual(['card number, plain'])
      expect(Object.keys(expiry).sort()).toEqual(['expirationMonth', 'expirationYear'])
    }
  })

  it('that was erased, or moved to a new key, has left no ciphertext in any table', async () => {
    const rows = (await dumpOf(stage)).join('\n')
    expect(stored.gone.length).toBeGreaterThan(3)
    for (const ciphertext of stored.gone) expect(rows).not.toContain(Buffer.from(ciphertext).toString('hex'))
  })
})

interface StoredRow {
  readonly merchantId: string
  readonly token: string
  readonly keyId: string
  readonly sealedCard: Uint8Array
  readonly sealedKey: Uint8Array
}

describe('after the final status a kept payment_data', () => {
  it('no longer has a key: the table of secrets is empty', async () => {
    expect(secretsLeft).toEqual([])
    expect(await stage.sql`select * from authentication_secrets`).toEqual([])
  })

  it('cannot be opened with a dump and the MASTER_KEY: its key stands in no table and not in the write-ahead log', async () => {
    const rows = (await dumpOf(stage)).join('\n')
    const log = Buffer.concat(await writeAheadLogOf(stage))
    for (const sealed of kept.map(({ sealedKey }) => Buffer.from(sealedKey))) {
      expect(rows).not.toContain(sealed.toString('hex'))
      expect(log.includes(sealed)).toBe(false)
    }
  })

  it('cannot be opened with the key of another transaction either', () => {
    const { vault } = stage
    for (const { binding, action } of kept) {
      expect(() => vault.openPaymentData(vault.newPaymentDataKey(), binding, action.payment_data)).toThrow()
    }
  })

  it('cannot be opened with the data folder and the MASTER_KEY: a server that was stopped has its key in no file', async () => {
    await stage.gateway.stop()
    const files = await filesOf(stage)
    expect(files.length).toBeGreaterThan(100)
    for (const { sealedKey, action } of kept) {
      for (const secret of [Buffer.from(sealedKey), Buffer.from(action.payment_data)]) {
        expect(files.filter((file) => file.includes(secret)).length).toBe(0)
      }
    }
  })
})
