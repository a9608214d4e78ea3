import { expect, it } from 'vitest'
import { createSimulators, isSimulator } from './registry.ts'

const nothing = () => Promise.reject(new Error('Nothing is charged here.'))
const surroundings = {
  baseUrl: 'https://gateway.example',
  charges: {
    record: nothing,
    find: nothing,
    findIssued: nothing,
    reverse: nothing,
    disputes: { find: nothing, accept: nothing },
  },
}

it('production has no simulator', () => {
  expect(createSimulators({ ...surroundings, realm: 'production' })).toEqual([])
})

it('uat has simulators, which their names show', () => {
  const names = createSimulators({ ...surroundings, realm: 'uat' }).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !isSimulator(name))).toEqual([])
})
