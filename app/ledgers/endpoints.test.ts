/** Which of several servers is asked, and when. */
import { expect, test } from 'vitest'
import { type Conduct, openEndpoints } from './endpoints.server.ts'
import { HistoryDoubted, LedgerUnavailable, TreasuryWaits } from './ledger.ts'

type Server = { name: string; conduct: Conduct }

/** Three servers, those that are down, and a clock that a test moves. */
function stage() {
  const said: string[] = []
  const down = new Set<string>()
  let time = 1_000_000
  const log = (level: string) => (facts: object, message: string) =>
    void said.push(`${level} ${(facts as { server: string }).server} ${message}`)
  const endpoints = openEndpoints<Server>({
    network: 'stellar',
    urls: ['https://one.example/key', 'https://two.example', 'https://three.example'],
    open: (url, conduct) => ({ name: new URL(url).host, conduct }),
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    now: () => time,
  })
  const ask = () =>
    endpoints.use(async ({ name, conduct }) => {
      if (down.has(name)) {
        const error = new LedgerUnavailable('stellar', `${name} is down`)
        conduct.failed(error)
        throw error
      }
      conduct.answered()
      return name
    })
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return { endpoints, ask, down, said, pass }
}

test('the first is preferred; the next takes over, and the first is asked again after a while', async () => {
  const { ask, down, said, pass } = stage()
  expect(await ask()).toBe('one.example')
  down.add('one.example')
  expect(await ask()).toBe('two.example')
  down.clear()
  // Avoided for at least four seconds, and at most five.
  pass(3_900)
  expect(await ask()).toBe('two.example')
  pass(1_200)
  expect(await ask()).toBe('one.example')
  // Without the key in its address.
  expect(said).toEqual(['warn one.example ledger server failed', 'info one.example ledger server recovered'])
})

test('one that goes on failing is left alone for longer each time', async () => {
  const { ask, down, pass, endpoints } = stage()
  down.add('one.example')
  for (const [shortest, longest] of [
    [4_000, 5_000],
    [8_000, 10_000],
    [16_000, 20_000],
  ] as const) {
    await ask()
    pass(shortest - 1)
    expect(endpoints.pick().client.name).toBe('two.example')
    pass(longest - shortest + 1)
    expect(endpoints.pick().client.name).toBe('one.example')
  }
})

test('with all of them down the question fails, and the next one is put to a single server', async () => {
  const { ask, down, endpoints } = stage()
  for (const name of ['one.example', 'two.example', 'three.example']) down.add(name)
  await expect(ask()).rejects.toThrow('three.example is down')
  let asked = 0
  const failing = endpoints.use(async () => {
    asked += 1
    throw new LedgerUnavailable('stellar', 'still down')
  })
  await expect(failing).rejects.toThrow('still down')
  expect(asked).toBe(1)
})

test('one that asked to be left alone is not asked before its time, whatever the others do', async () => {
  const { ask, down, pass, endpoints } = stage()
  await endpoints.use(async ({ conduct }) => conduct.askedForRest(60_000))
  down.add('two.example').add('three.example')
  await expect(ask()).rejects.toThrow('is down')
  pass(59_000)
  await expect(ask()).rejects.toThrow('is down')
  pass(1_000)
  expect(await ask()).toBe('one.example')
})

test('when all asked to be left alone, the question fails at once unless the first comes back in a moment', async () => {
  const { ask, endpoints } = stage()
  for (const { conduct } of endpoints.all) conduct.askedForRest(60_000)
  await expect(ask()).rejects.toThrow(/left alone/)
  expect(endpoints.pick()).toMatchObject({ client: { name: 'one.example' }, restMs: 60_000 })
})

test('a short wish of all of them is waited for, and the first is asked then, however its timer and the clock differ', async () => {
  const { ask, endpoints } = stage()
  for (const { conduct } of endpoints.all) conduct.askedForRest(5)
  // The test's clock has not moved at all while the timer ran.
  expect(await ask()).toBe('one.example')
})

test('what the ledger itself answers is not asked of the next', async () => {
  const { endpoints } = stage()
  let asked = 0
  const waits = new TreasuryWaits('stellar', 'float', 'nothing left')
  const asking = endpoints.use(async () => {
    asked += 1
    throw waits
  })
  await expect(asking).rejects.toBe(waits)
  expect(asked).toBe(1)
})

test('one whose limit is used up comes after the others', async () => {
  const { ask, endpoints, pass } = stage()
  endpoints.all[0]!.conduct.spent(30_000)
  expect(await ask()).toBe('two.example')
  pass(30_000)
  expect(await ask()).toBe('one.example')
})

test('one of another network is told as an error, once, and is not used', async () => {
  const { ask, said, endpoints, pass } = stage()
  const wrong = new HistoryDoubted('stellar', 'other_network', 'another one')
  endpoints.all[0]!.conduct.failed(wrong)
  endpoints.all[0]!.conduct.failed(wrong)
  pass(60_000)
  expect(await ask()).toBe('two.example')
  expect(said).toEqual(['error one.example ledger server network mismatched'])
})

test('a doubt outweighs a silence, and two histories end the search at once', async () => {
  const { endpoints } = stage()
  const answerInTurn = (errors: Error[]) => {
    const asked: string[] = []
    const result = endpoints.use(async ({ name }) => {
      asked.push(name)
      throw errors[asked.length - 1]
    })
    return { asked, result }
  }
  const silence = new LedgerUnavailable('stellar', 'silence')
  const gone = new HistoryDoubted('stellar', 'history_gone', 'gone')
  const other = new HistoryDoubted('stellar', 'other_history', 'other')
  await expect(answerInTurn([silence, gone, silence]).result).rejects.toBe(gone)
  const { asked, result } = answerInTurn([other, silence, silence])
  await expect(result).rejects.toBe(other)
  expect(asked).toEqual(['one.example'])
  // An error that is not the ledger's is not asked of another server.
  const mistake = new Error('a mistake of ours')
  await expect(answerInTurn([mistake]).result).rejects.toBe(mistake)
})

test('a ledger that no server answers for minutes needs a person, who is told once, and when it is over', async () => {
  const { ask, down, said, pass } = stage()
  for (const name of ['one', 'two', 'three']) down.add(`${name}.example`)
  const isTold = () => said.some((line) => line.startsWith('error'))
  await expect(ask()).rejects.toThrow('is down')
  pass(4 * 60_000)
  await expect(ask()).rejects.toThrow('is down')
  expect(isTold()).toBe(false)
  pass(2 * 60_000)
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(ask()).rejects.toThrow('is down')
    pass(3 * 60_000)
  }
  expect(said.filter((line) => line.startsWith('error'))).toEqual(['error undefined ledger unavailable'])
  down.delete('two.example')
  for (const _ of [1, 2, 3]) {
    await ask().catch(() => undefined)
    pass(3 * 60_000)
  }
  expect(said).toContain('info undefined ledger recovered')
})

test('one server that stays silent is no silence of the ledger', async () => {
  const { ask, down, said, pass } = stage()
  down.add('one.example')
  for (let minutes = 0; minutes < 20; minutes += 1) {
    expect(await ask()).toBe('two.example')
    pass(60_000)
  }
  expect(said).toEqual(['warn one.example ledger server failed'])
})
