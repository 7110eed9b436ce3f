import { expect, test } from 'vitest'
import { createFaults } from './faults.ts'

test('tells how many requests a fault keeps waiting, until it is cleared', async () => {
  const faults = createFaults()
  faults.set({ target: 'horizon', kind: 'hold', match: 'POST' })
  faults.set({ target: 'rippled', kind: 'hold' })
  const waitingNow = () => faults.list().map(({ target, waiting }) => [target, waiting])
  expect(waitingNow()).toEqual([
    ['horizon', 0],
    ['rippled', 0],
  ])

  const held = ['POST /a', 'POST /b'].map(async (request) => {
    const hit = faults.take('horizon', request, ['hold'])
    if (hit) await faults.untilCleared(hit)
    return request
  })
  expect(waitingNow()).toEqual([
    ['horizon', 2],
    ['rippled', 0],
  ])

  faults.clear('horizon')
  expect(await Promise.all(held)).toEqual(['POST /a', 'POST /b'])
  expect(waitingNow()).toEqual([['rippled', 0]])
})
