import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Hub, type LastWord, openHub } from './hub.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Ears = { onHeard: (name: string) => void; onHearing: (hears: boolean) => void }

/** A hub with a simulated database: a test says what is in it, and whether its notifications arrive. */
function openStage(most = { ofAll: 10, ofUser: 5 }) {
  const states = new Map<string, string>()
  const stage = { states, questions: 0, opened: 0, closed: 0, ears: null as Ears | null, told: [] as boolean[] }
  const hub = openHub({
    most,
    findStates: async (names) => {
      stage.questions += 1
      return new Map([...states].filter(([name]) => names.has(name)))
    },
    openEar: (ears) => {
      stage.opened += 1
      stage.ears = ears
      return {
        close: () => {
          stage.closed += 1
        },
      }
    },
    tell: (hears) => stage.told.push(hears),
  })
  return { ...stage, stage, hub }
}

function listen(hub: Hub, of: Partial<{ subject: string; session: string; userId: string; moment: number }> = {}) {
  const heard: LastWord[] = []
  const { subject = 'escrow:1', session = 'session:1', userId = 'a', moment = hub.moment() } = of
  const beats = { count: 0 }
  const beat = () => {
    beats.count += 1
  }
  const takeAway = hub.add({ subject, session, userId, since: 'v1', beat, end: (word) => heard.push(word) }, moment)
  return { heard, beats, takeAway }
}

it('sends away those who wait for what is told, once, and nobody else', () => {
  const { stage, hub } = openStage()
  const mine = listen(hub)
  const other = listen(hub, { subject: 'escrow:2' })
  stage.ears?.onHeard('escrow:1')
  stage.ears?.onHeard('escrow:1')
  expect([mine.heard, other.heard, hub.size()]).toEqual([['changed'], [], 1])
})

it('sends away a session that ended, whatever it waited for', () => {
  const { stage, hub } = openStage()
  const windows = [listen(hub), listen(hub, { subject: 'fee:a' }), listen(hub, { session: 'session:2' })]
  stage.ears?.onHeard('session:1')
  expect(windows.map(({ heard }) => heard)).toEqual([['over'], ['over'], []])
})

it('misses nothing that is told while a version is on its way to a page', () => {
  const { stage, hub } = openStage()
  listen(hub, { subject: 'escrow:2' })
  const moment = hub.moment()
  stage.ears?.onHeard('escrow:1')
  expect(listen(hub, { moment }).heard).toEqual(['changed'])
  expect(listen(hub).heard).toEqual([])
})

it('asks one question in 20 seconds for everybody while it hears', async () => {
  const { stage, states, hub } = openStage()
  for (const name of ['escrow:1', 'escrow:2', 'escrow:3']) states.set(name, 'v1')
  states.set('session:1', 'live')
  const windows = ['escrow:1', 'escrow:2', 'escrow:3'].map((subject) => listen(hub, { subject }))
  stage.ears?.onHearing(true)
  await vi.advanceTimersByTimeAsync(0)
  const before = stage.questions
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stage.questions - before).toBe(3)
  expect(windows.flatMap(({ heard }) => heard)).toEqual([])
  expect(windows.map(({ beats }) => beats.count)).toEqual([6, 6, 6])
})

it('finds what was not told: a change, within 20 seconds, and a session that ended', async () => {
  const { stage, states, hub } = openStage()
  states.set('escrow:1', 'v1').set('session:1', 'live').set('session:2', 'live')
  const [first, second] = [listen(hub), listen(hub, { session: 'session:2' })]
  stage.ears?.onHearing(true)
  states.delete('session:2')
  await vi.advanceTimersByTimeAsync(20_000)
  expect([first.heard, second.heard]).toEqual([[], ['over']])
  states.set('escrow:1', 'v2')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(first.heard).toEqual(['changed'])
})

it('asks every three seconds while it hears nothing, and at once when it hears again', async () => {
  const { stage, states, hub } = openStage()
  states.set('escrow:1', 'v1').set('session:1', 'live')
  const deaf = listen(hub)
  states.set('escrow:1', 'v2')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(deaf.heard).toEqual(['changed'])
  states.set('escrow:1', 'v1')
  const later = listen(hub)
  states.set('escrow:1', 'v2')
  stage.ears?.onHearing(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(later.heard).toEqual(['changed'])
})

it('says once that it hears nothing, and when it hears again', async () => {
  const { stage, states, hub } = openStage()
  states.set('escrow:1', 'v1').set('session:1', 'live')
  listen(hub)
  stage.ears?.onHearing(true)
  expect(stage.told).toEqual([])
  stage.ears?.onHearing(false)
  await vi.advanceTimersByTimeAsync(9_000)
  stage.ears?.onHearing(true)
  expect(stage.told).toEqual([false, true])
})

it('goes on asking while the database is away', async () => {
  let isAway = true
  const hub = openHub({
    most: { ofAll: 1, ofUser: 1 },
    findStates: async () => {
      if (isAway) throw new Error('away')
      return new Map([['session:1', 'live']])
    },
    openEar: () => ({ close: () => undefined }),
    tell: () => undefined,
  })
  const { heard } = listen(hub)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(heard).toEqual([])
  isAway = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(heard).toEqual(['changed'])
})

it('asks for the page anew after a quarter of an hour', async () => {
  const { stage, states, hub } = openStage()
  states.set('escrow:1', 'v1').set('session:1', 'live')
  const { heard } = listen(hub)
  stage.ears?.onHearing(true)
  await vi.advanceTimersByTimeAsync(14 * 60_000)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(80_000)
  expect(heard).toEqual(['changed'])
})

it('takes so many of one person and so many in all, and takes others when some have left', () => {
  const { hub } = openStage({ ofAll: 3, ofUser: 2 })
  const [first, , third] = [listen(hub), listen(hub), listen(hub)]
  expect(third.takeAway).toBeNull()
  expect(listen(hub, { userId: 'b' }).takeAway).not.toBeNull()
  expect(listen(hub, { userId: 'c' }).takeAway).toBeNull()
  first.takeAway?.()
  expect(hub.size()).toBe(2)
  expect(listen(hub, { userId: 'c' }).takeAway).not.toBeNull()
})

it('listens only while somebody waits, and a little longer', async () => {
  const { stage, states, hub } = openStage()
  states.set('escrow:1', 'v1').set('session:1', 'live')
  expect(stage.opened).toBe(0)
  listen(hub).takeAway?.()
  await vi.advanceTimersByTimeAsync(10_000)
  const { takeAway } = listen(hub)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stage.opened, stage.closed]).toEqual([1, 0])
  takeAway?.()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([stage.opened, stage.closed]).toEqual([1, 1])
  listen(hub)
  expect(stage.opened).toBe(2)
})

it('sends everybody to another process when this one ends, and takes nobody any more', () => {
  const { stage, hub } = openStage()
  const { heard } = listen(hub)
  hub.close()
  expect(heard).toEqual(['again'])
  expect([listen(hub).takeAway, stage.closed]).toEqual([null, 1])
})
