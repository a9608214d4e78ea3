import { afterEach, describe, expect, it, test } from 'vitest'
import { openOtlpReceiver } from '#test/otlp-receiver.ts'
import { beginRequest, traced, tracedWithin, traceHeaders, traceId } from './index.ts'
import { startTracing } from './start.ts'
import { readTraceparent, writeTraceparent } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('traceparent (W3C Trace Context)', () => {
  test.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01-what-comes-later`, true],
  ])('%s is understood', (header, isSampled) => {
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled })
  })

  test.each([
    undefined,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
  ])('%s says nothing', (header) => {
    expect(readTraceparent(header)).toBeUndefined()
  })

  it('is written as it is read', () => {
    const header = `00-${TRACE}-${SPAN}-01`
    expect(writeTraceparent(readTraceparent(header)!)).toBe(header)
  })
})

it('nothing is begun and nothing is sent without a collector', async () => {
  expect(beginRequest(`00-${TRACE}-${SPAN}-01`)).toBeUndefined()
  expect(await traced('a call', {}, async () => [traceId(), traceHeaders()])).toEqual([undefined, {}])
})

describe('with a collector', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close()
  })

  async function tracing(share = 1, status = 200) {
    const receiver = await openOtlpReceiver(status)
    const losses: string[] = []
    const collector = {
      endpoint: receiver.url,
      headers: { 'api-key': 'k' },
      process: 'api',
      version: '1.2.3',
      onLoss: (reason: string, count: number) => void losses.push(`${reason}: ${count}`),
    }
    const started = startTracing(collector, share)
    open.push(receiver)
    return { receiver, losses, close: () => started.close() }
  }

  it('what happens within a request is below it, in the trace of its caller', async () => {
    const { receiver, close } = await tracing()
    const request = beginRequest(`00-${TRACE}-${SPAN}-01`)!
    const inside = request.within(() =>
      traced('a call', { 'tollgate.provider': 'one' }, async () => {
        await tracedWithin('a commit', {}, async () => undefined)
        return traceHeaders().traceparent
      }),
    )
    const traceparent = await inside
    request.end({ name: 'GET /path' })
    await close()
    const [commit, call, root] = receiver.spans
    expect(receiver.headers).toMatchObject({ path: '/v1/traces', 'api-key': 'k' })
    expect(root).toMatchObject({ name: 'GET /path', kind: 2, traceId: TRACE, parentSpanId: SPAN, failed: false })
    expect(call).toMatchObject({ name: 'a call', kind: 3, traceId: TRACE, parentSpanId: root!.spanId })
    expect(call!.attributes).toEqual({ 'tollgate.provider': 'one' })
    expect(commit).toMatchObject({ parentSpanId: call!.spanId, service: 'tollgate-api' })
    expect(traceparent).toBe(`00-${TRACE}-${call!.spanId}-01`)
    expect(BigInt(root!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root!.startTimeUnixNano))
    expect(Math.abs(Number(root!.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
  })

  it('what fails says so and still fails', async () => {
    const { receiver, close } = await tracing()
    const failing = traced('a call', {}, async () => {
      throw new Error('4111111111111111')
    })
    await expect(failing).rejects.toThrow('4111111111111111')
    await close()
    expect(receiver.spans).toMatchObject([{ name: 'a call', failed: true }])
    expect(receiver.bodies.join()).not.toContain('4111')
  })

  it('statements on their own are no traces, and what its caller does not record is not sent', async () => {
    const { receiver, close } = await tracing()
    await tracedWithin('a commit', {}, async () => undefined)
    const request = beginRequest(`00-${TRACE}-${SPAN}-00`)!
    expect(request.within(() => traceHeaders().traceparent)).toMatch(/-00$/)
    request.end()
    await close()
    expect(receiver.spans).toEqual([])
  })

  it('a share of 0 records only what callers record', async () => {
    const { receiver, close } = await tracing(0)
    await traced('ours', {}, async () => undefined)
    beginRequest(`00-${TRACE}-${SPAN}-01`)!.end()
    await close()
    expect(receiver.spans).toMatchObject([{ name: 'request', traceId: TRACE }])
  })

  it('a collector that refuses or is away costs spans and nothing else', async () => {
    const refusing = await tracing(1, 503)
    await traced('a call', {}, async () => undefined)
    await refusing.close()
    expect(refusing.losses).toEqual(['the collector answered 503: 1'])
  })
})
