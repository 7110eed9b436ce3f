/** Each weather of the fault suite does to requests what its name says: a storm without faults would prove nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { openChance } from '#tests/support/faults/chance.ts'
import { openSky, type Sky, type Weather } from '#tests/support/faults/weather/sky.ts'
import { startStellarWeather, type WeatherProxy } from '#tests/support/faults/weather/stellar-weather.ts'
import { startXrplWeather } from '#tests/support/faults/weather/xrpl-weather.ts'
import { walletOf } from '#tests/support/world/people.ts'

let harbour: Harbour
let sky: Sky
let stellar: WeatherProxy
let xrpl: WeatherProxy

beforeAll(async () => {
  sky = openSky(openChance(1))
  harbour = await startHarbour({ port: 0, ledgerMs: 0, dataDir: null })
  for (let count = 0; count < 3; count += 1) harbour.horizon.closeLedger()
  stellar = await startStellarWeather({ url: harbour.horizon.url, sky })
  xrpl = await startXrplWeather({ url: harbour.rippled.url, sky })
})
afterEach(() => sky.clear())
afterAll(async () => {
  await Promise.all([stellar?.close(), xrpl?.close()])
  await harbour?.close()
})

describe('before Horizon', () => {
  const PATH = '/ledgers?order=asc&limit=3'
  const read = async () => {
    const response = await fetch(stellar.url + PATH)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
  }
  const send = async () => {
    const form = new URLSearchParams({ tx: 'no envelope' })
    const response = await fetch(`${stellar.url}/transactions_async`, { method: 'POST', body: form })
    return { status: response.status, body: await response.text() }
  }
  const sequences = (body: string) =>
    (JSON.parse(body) as { _embedded: { records: { sequence: number }[] } })._embedded.records.map(
      (one) => one.sequence,
    )

  test('a clear sky changes nothing', async () => {
    expect(sequences((await read()).body)).toEqual([2, 3, 4])
  })

  test.each<[Weather, object]>([
    ['too_many', { status: 429, retryAfter: '2' }],
    ['server_error', { status: 503 }],
    ['html', { status: 200, body: expect.stringMatching(/^<!doctype html>/) }],
    ['empty', { status: 200, body: '' }],
    ['delay', { status: 200 }],
  ])('%s', async (weather, answer) => {
    sky.set('stellar', weather, 1)
    expect(await read()).toMatchObject(answer)
  })

  test.each<Weather>(['drop_before', 'drop_after'])('%s', async (weather) => {
    sky.set('stellar', weather, 1)
    await expect(read()).rejects.toThrow()
  })

  test.each<[Weather, number[]]>([
    ['duplicate', [2, 2, 3, 3, 4, 4]],
    ['reversed', [4, 3, 2]],
  ])('%s', async (weather, seen) => {
    sky.set('stellar', weather, 1)
    expect(sequences((await read()).body)).toEqual(seen)
  })

  test('truncated', async () => {
    sky.set('stellar', 'truncated', 1)
    const { body } = await read()
    expect(() => JSON.parse(body)).toThrow()
  })

  test('stale: the answer to the same question, of before', async () => {
    const newest = '/ledgers?order=desc&limit=1'
    const ask = async () => sequences(await (await fetch(stellar.url + newest)).text())
    const before = await ask()
    harbour.horizon.closeLedger()
    sky.set('stellar', 'stale', 1)
    expect(await ask()).toEqual(before)
    sky.clear()
    expect(await ask()).not.toEqual(before)
  })

  test('lies about a transaction, to which a read is not exposed', async () => {
    expect((await send()).status).toBe(400)
    sky.set('stellar', 'lied_taken', 1)
    expect(await send()).toEqual({ status: 201, body: '{"tx_status":"PENDING"}' })
    expect((await read()).status).toBe(200)
    sky.set('stellar', 'lied_refused', 1)
    expect(JSON.parse((await send()).body)).toMatchObject({ tx_status: 'ERROR' })
  })

  test('silent: a stream stays open and says nothing', async () => {
    sky.set('stellar', 'silent', 1)
    const ending = new AbortController()
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(`${stellar.url}/ledgers?cursor=now`, { headers, signal: ending.signal })
    const hits = () => sky.hits().get('silent') ?? 0
    expect(response.status).toBe(200)
    for (const before = hits(); hits() === before; ) {
      harbour.horizon.closeLedger()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    ending.abort()
  })
})

describe('before rippled', () => {
  const account = walletOf('XRP', 'buyer')
  const QUESTION = { id: 7, command: 'ledger', ledger_index: 'validated' }

  /** Returns the first message received, or that the connection broke. */
  const ask = async (question: object = QUESTION): Promise<string> => {
    const socket = new WebSocket(xrpl.url)
    try {
      return await new Promise((resolve) => {
        socket.on('open', () => socket.send(JSON.stringify(question)))
        socket.on('message', (data) => resolve(String(data)))
        socket.on('close', () => resolve('broken'))
        socket.on('error', () => undefined)
      })
    } finally {
      socket.terminate()
    }
  }

  test('a clear sky changes nothing', async () => {
    expect(JSON.parse(await ask())).toMatchObject({ id: 7, status: 'success' })
  })

  test.each<[Weather, unknown]>([
    ['drop_before', 'broken'],
    ['drop_after', 'broken'],
    ['too_many', expect.stringContaining('slowDown')],
    ['server_error', expect.stringContaining('notSynced')],
    ['html', expect.stringMatching(/^<!doctype html>/)],
    ['empty', ''],
    ['delay', expect.stringContaining('success')],
  ])('%s', async (weather, answer) => {
    sky.set('xrpl', weather, 1)
    expect(await ask()).toEqual(answer)
  })

  test('truncated', async () => {
    sky.set('xrpl', 'truncated', 1)
    const answer = await ask()
    expect(() => JSON.parse(answer)).toThrow()
  })

  test('stale: the answer to the same question, of before', async () => {
    const newest = async () => (JSON.parse(await ask()) as { result: { ledger_index: number } }).result.ledger_index
    const before = await newest()
    harbour.rippled.closeLedger()
    sky.set('xrpl', 'stale', 1)
    expect(await newest()).toBe(before)
    sky.clear()
    expect(await newest()).toBe(before + 1)
  })

  test('duplicate and reversed lists', async () => {
    const pay = (amount: string) =>
      fetch(`${harbour.origin}/api/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: 'friend', asset: 'XRP', to: account, amount, memo: null }),
      })
    const closing = setInterval(() => harbour.rippled.closeLedger(), 50)
    try {
      for (const amount of ['1', '2']) expect((await pay(amount)).status).toBe(200)
    } finally {
      clearInterval(closing)
    }
    const range = { account, ledger_index_min: -1, ledger_index_max: -1, forward: true }
    const list = async () => {
      const answer = JSON.parse(await ask({ id: 8, command: 'account_tx', ...range }))
      return answer.result.transactions.map(
        ({ hash, tx }: { hash?: string; tx?: { hash: string } }) => hash ?? tx?.hash,
      )
    }
    const [first, second] = await list()
    sky.set('xrpl', 'duplicate', 1)
    expect(await list()).toEqual([first, first, second, second])
    sky.set('xrpl', 'reversed', 1)
    expect(await list()).toEqual([second, first])
  })

  test('lies about a transaction', async () => {
    const submission = { id: 9, command: 'submit', tx_blob: '1200' }
    sky.set('xrpl', 'lied_taken', 1)
    expect(JSON.parse(await ask(submission))).toMatchObject({ id: 9, result: { engine_result: 'tesSUCCESS' } })
    sky.set('xrpl', 'lied_refused', 1)
    expect(JSON.parse(await ask(submission))).toMatchObject({ id: 9, result: { engine_result: 'temBAD_SIGNATURE' } })
  })
})
