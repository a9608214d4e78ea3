import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'

const LAST_SUCCESS = /tollgate_worker_task_last_success_timestamp_seconds\{task="deliver"\} \d/
const MISSING = 'tollgate_processes_missing'

let scrapes: { all: string; hung: string; died: string; gone: string; errors: string; seconds: string }
beforeAll(async () => {
  const script = new URL('four-processes.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 150_000 })
  const [all, hung, died, gone, errors, seconds] = JSON.parse(stdout)
  scrapes = { all, hung, died, gone, errors, seconds }
}, 160_000)

/** @returns the value of a metric with any labels */
function figure(scrape: string, name: string): number {
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(scrape)?.[1])
}

test('the figures of several processes are added up, and one that offers none is missing', () => {
  expect(figure(scrapes.all, 'tollgate_http_requests_total')).toBe(3)
  expect(figure(scrapes.all, 'tollgate_provider_calls_total')).toBe(3)
  expect(figure(scrapes.all, MISSING)).toBe(1)
})

describe('a scrape that processes do not answer', () => {
  test('says how many, and which', () => {
    expect(figure(scrapes.hung, MISSING)).toBe(3)
    const missing = scrapes.hung.split('\n').filter((line) => line.startsWith('tollgate_process_missing{'))
    expect(missing.sort()).toEqual([
      expect.stringMatching(/\{process="api",pid=""\} 1$/),
      expect.stringMatching(/\{process="api",pid="\d+"\} 1$/),
      expect.stringMatching(/\{process="worker",pid="\d+"\} 1$/),
    ])
  })

  test('takes less than three seconds', () => {
    expect(Number(scrapes.seconds)).toBeLessThan(3)
  })

  test('keeps their counters, so that sums do not fall', () => {
    expect(figure(scrapes.hung, 'tollgate_http_requests_total')).toBe(3)
  })

  test('keeps none of their gauges but the last successes of the worker', () => {
    const memory = 'process_resident_memory_bytes'
    expect(figure(scrapes.hung, memory)).toBeLessThan(figure(scrapes.all, memory) / 2)
    expect(scrapes.hung).toMatch(LAST_SUCCESS)
  })
})

test('the last successes of a worker outlive it', () => {
  expect(figure(scrapes.died, MISSING)).toBe(2)
  expect(scrapes.died).toMatch(LAST_SUCCESS)
})

test('questions to a process that is gone are no errors of the parent', () => {
  expect(figure(scrapes.gone, MISSING)).toBe(3)
  expect(scrapes.errors).toBe('0')
})
