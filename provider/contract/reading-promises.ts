import type { NoticeEntry } from '../../src/providers/port/provider.ts'
import { ensure, ensureEqual, eventually } from './ensure.ts'
import type { ProviderPromise } from './promise.ts'
import { rotated } from './provider-under-test.ts'
import { CARD_NUMBER, callOn } from './test-charges.ts'

export const READING_PROMISES: readonly ProviderPromise[] = [
  {
    title: 'finds nothing wrong with its credentials, and says what is wrong with others',
    async keep({ under: { provider, account, credentials, wrongCredentials } }) {
      ensureEqual(await provider.probe(callOn(account, credentials)), [], 'the probe')
      if (!wrongCredentials) return
      const problems = await provider.probe(callOn(account, wrongCredentials))
      ensureEqual(problems.length, 1, 'the number of problems with wrong credentials')
      for (const credential of Object.values(wrongCredentials))
        ensure(!problems[0]!.includes(credential!.current.reveal()), 'the problem repeats the credential')
    },
  },
  {
    title: 'reads its own notices, under the credential before too, and calls a changed one forged',
    needs: 'notices',
    async keep(scene) {
      const { noticesOf, provider, credentials = {} } = scene.under
      const charge = scene.charge()
      await scene.pay(charge)
      const found = await eventually(
        () => scene.entriesOf(charge),
        ({ length }) => length > 0,
      )
      ensure(found.length > 0, 'there is no notice about a charge')
      for (const notice of await noticesOf!(charge.attemptId)) {
        const read = (given: typeof credentials, own = notice) => provider.readNotice(given, own)
        const entries = read(credentials)
        ensure(entries !== 'forged', 'an own notice is called forged')
        for (const { attemptId } of entries as NoticeEntry[])
          ensureEqual(attemptId, charge.attemptId, 'the attempt of a notice')
        ensureEqual(read(rotated(credentials)), entries, 'a notice during a rotation')
        ensureEqual(read(rotated(rotated(credentials))), 'forged', 'a notice after a rotation')
        ensureEqual(read({}), 'forged', 'a notice without credentials')
        const body = notice.body.with(0, notice.body[0]! ^ 1)
        ensureEqual(read(credentials, { ...notice, body }), 'forged', 'a changed notice')
        const unsigned = { body, header: () => undefined }
        ensureEqual(read(credentials, unsigned), 'forged', 'a changed notice without a signature')
      }
    },
  },
  {
    title: 'understands no notice that is not its own',
    async keep({ under: { provider, credentials = {}, noticesOf } }) {
      const unstorable = '{"merchant":"\\u0000","attempt":"\\ud800"}'
      for (const words of ['', '{', 'null', '[]', '"a"', '{"merchant":1,"attempt":null}', unstorable, '\xff']) {
        const notice = { body: Buffer.from(words, 'latin1'), header: () => undefined }
        const read = provider.readNotice(credentials, notice)
        ensureEqual(read, noticesOf ? 'forged' : [], `the notice ${JSON.stringify(words)}`)
      }
    },
  },
  {
    title: 'keeps words, times and movements of a dispute within bounds',
    needs: 'disputes',
    async keep({ under }) {
      const read = (change: object) =>
        under.strangeDispute!({ code: '10.4', due: Date.UTC(2030), movements: 1, ...change })!
      const { networkReasonCode, respondBy } = read({})
      ensureEqual([networkReasonCode, respondBy], ['10.4', new Date(Date.UTC(2030))], 'a plain dispute')
      const withCard = read({ code: `${CARD_NUMBER} of the shopper` }).networkReasonCode ?? ''
      ensure(!withCard.includes(CARD_NUMBER), 'a reason code shows a card number')
      const long = read({ code: `\0\ud800${'x'.repeat(10_000)}` }).networkReasonCode
      ensureEqual(long, `\ufffd\ufffd${'x'.repeat(18)}`, 'a long reason code')
      for (const due of [3e15, -5e13, Number.MAX_VALUE]) ensureEqual(read({ due }).respondBy, null, `the time ${due}`)
      ensure(read({ movements: 3000 }).movements.length <= 100, 'a dispute has more than 100 movements')
    },
  },
  {
    title: 'reports every metadata key it cannot read, together',
    async keep({ under: { provider, approving, unreadable } }) {
      const { metadata, properties } = unreadable ?? { metadata: { response_code: 1 }, properties: [] }
      ensureEqual(provider.checkMetadata(approving.metadata ?? {}), [], 'the check of readable metadata')
      const found = provider.checkMetadata(metadata).map(({ property }) => property)
      ensureEqual(found, properties, 'the check of metadata')
    },
  },
]
