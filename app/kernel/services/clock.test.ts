import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { openClock } from './clock.server.ts'

const DAY_MS = 86_400_000

const harbour = { aheadMs: 0, asked: 0, askers: [] as string[] }
const server = createServer((request, response) => {
  harbour.asked += 1
  harbour.askers.push(new URL(request.url ?? '', 'http://harbour').searchParams.get('follower') ?? '')
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ aheadMs: harbour.aheadMs }))
})

afterEach(() => {
  server.close()
})

it('follows a clock that is moved forward, tells of it once, and never goes back', async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  harbour.aheadMs = DAY_MS
  using clock = await openClock(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
  const moves: number[] = []
  clock.onMoved?.(() => moves.push(clock.now().getTime() - Date.now()))
  const untilAskedTwice = async () => {
    const before = harbour.asked
    await vi.waitUntil(() => harbour.asked >= before + 2, { timeout: 30_000 })
  }
  await untilAskedTwice()
  expect(moves).toEqual([])
  harbour.aheadMs = 3 * DAY_MS
  await vi.waitUntil(() => moves.length > 0, { timeout: 30_000 })
  expect(moves[0]).toBeGreaterThan(3 * DAY_MS - 60_000)
  harbour.aheadMs = 0
  await untilAskedTwice()
  expect(moves).toHaveLength(1)
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(3 * DAY_MS - 60_000)
})

it('asks no more once it is given up: another server may have got the place of the harbour', async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const given = await openClock(place)
  given[Symbol.dispose]()
  using kept = await openClock(place)
  const before = harbour.asked
  await vi.waitUntil(() => harbour.asked >= before + 3, { timeout: 30_000 })
  expect(harbour.askers.slice(before).every((asker) => asker === harbour.askers[before])).toBe(true)
  expect(Math.abs(kept.now().getTime() - given.now().getTime())).toBeLessThan(60_000)
})

it('is the machine’s where there is no harbour', async () => {
  using clock = await openClock(null)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  expect(clock.onMoved).toBeUndefined()
})
