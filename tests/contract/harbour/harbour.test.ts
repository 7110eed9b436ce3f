import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { openClock } from '#app/kernel/services/clock.server.ts'
import { HARBOUR_PASSPHRASE, type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'

const LEDGER_MS = 100
const PASSPHRASE = `network_passphrase=${encodeURIComponent(HARBOUR_PASSPHRASE)}`
const stellar = (name: PlayName) => stellarPlayKey(name).publicKey()
const xrpl = (name: PlayName) => xrplPlayWallet(name).address

const BalancesSchema = z.partialRecord(z.enum(['XLM', 'XRP', 'USDC']), z.string().nullable())

describe('the harbour', () => {
  let harbour: Harbour
  beforeAll(async () => {
    harbour = await startHarbour({ port: 0, ledgerMs: LEDGER_MS, dataDir: null })
  })
  beforeEach(() => harbour.faults.clear())
  // Clocks follow until the end: after a jump the harbour waits for one that is gone.
  const followers = new DisposableStack()
  const follow = async (place: string | null) => followers.use(await openClock(place))
  afterAll(async () => {
    followers.dispose()
    await harbour.close()
  })

  const api = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(harbour.origin + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const balances = async (account: string) => BalancesSchema.parse((await api(`/api/balances?account=${account}`)).body)
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(harbour.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: harbour.origin, ...headers },
      body: new URLSearchParams(fields),
    })
  const gained = async (account: string, asset: 'XLM' | 'XRP' | 'USDC', work: () => Promise<unknown>) => {
    const before = (await balances(account))[asset]
    await work()
    const after = (await balances(account))[asset]
    return plain(new Decimal(after!).minus(before!))
  }

  test('keeps connections that lie idle, so that no request is sent on one that it just ends', async () => {
    const { horizon, rippled, market, post, origin } = harbour
    for (const url of [origin, horizon.url, rippled.url.replace(/^ws/, 'http'), market.url, post.url]) {
      const { headers } = await fetch(url)
      expect([url, headers.get('keep-alive')]).toEqual([url, 'timeout=60'])
    }
  })

  test('says that it is well, and where an app finds its services', async () => {
    expect(await api('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
    const environment = harbour.environment()
    expect(environment).toMatchObject({
      HORIZON_URL: harbour.horizon.url,
      XRPL_URL: harbour.rippled.url,
      COINGECKO_URL: harbour.market.url,
      RESEND_BASE_URL: harbour.post.url,
      STELLAR_PASSPHRASE: HARBOUR_PASSPHRASE,
      USDC_ISSUER,
    })
    expect(Object.keys(environment)).toEqual(Object.keys(harbourEnvironment({ harbourPort: 3100 })))
    const root = z.object({ network_passphrase: z.string() })
    expect(root.parse(await (await fetch(environment.HORIZON_URL!)).json()).network_passphrase).toBe(HARBOUR_PASSPHRASE)
  })

  test.each([
    [
      'XLM',
      `web+stellar:pay?destination=${stellar('escrow')}&amount=12.5&memo=77&memo_type=MEMO_ID&${PASSPHRASE}`,
      '12.5',
    ],
    [
      'USDC',
      `web+stellar:pay?destination=${stellar('escrow')}&amount=3.25&asset_code=USDC&asset_issuer=${USDC_ISSUER}&memo=77&memo_type=MEMO_TEXT&${PASSPHRASE}`,
      '3.25',
    ],
    ['XRP', `ripple:${xrpl('escrow')}?amount=25.5&dt=77`, '25.5'],
    ['XRP', `https://xaman.app/detect/request:${xrpl('escrow')}?amount=0.000001&dt=77`, '0.000001'],
  ] as const)('pays a request for %s to the last digit', async (asset, uri, amount) => {
    const paid = await gained('escrow', asset, async () => {
      const answer = await api('/api/pay', { from: 'buyer', uri })
      expect(answer).toMatchObject({ status: 200, body: { hashes: [expect.stringMatching(/^[0-9a-fA-F]{64}$/)] } })
    })
    expect(paid).toBe(amount)
  })

  test('pays half, twice and in another asset', async () => {
    const order = { from: 'friend', asset: 'XLM', to: stellar('escrow'), amount: '10.0000001', memo: '78' }
    expect(await gained('escrow', 'XLM', () => api('/api/pay', { ...order, mode: 'short' }))).toBe('5')
    expect(await gained('escrow', 'XLM', () => api('/api/pay', { ...order, mode: 'twice' }))).toBe('20.0000002')
    expect(await gained('escrow', 'USDC', () => api('/api/pay', { ...order, mode: 'other_asset' }))).toBe('10.0000001')
    expect(await gained('escrow', 'XLM', () => api('/api/pay', { ...order, mode: 'no_memo' }))).toBe('10.0000001')
  })

  test('payments of one account that are asked for at once all arrive', async () => {
    const order = { from: 'second-buyer', asset: 'XRP', to: xrpl('seller'), amount: '1', memo: null }
    const paid = await gained('seller', 'XRP', () => Promise.all([1, 2, 3].map(() => api('/api/pay', order))))
    expect(paid).toBe('3')
  })

  test('platform and exchange take no XRP without a tag, and the fee is all that it costs', async () => {
    const order = { from: 'buyer', asset: 'XRP', to: xrpl('escrow'), amount: '5', memo: '79', mode: 'no_memo' }
    expect(await gained('escrow', 'XRP', () => api('/api/pay', order))).toBe('0')
    expect(await api('/api/pay', order)).toMatchObject({
      status: 422,
      body: { transactions: [{ code: 'tecDST_TAG_NEEDED', successful: false }] },
    })
  })

  test.each(['exchange', 'escrow', 'fee'] as const)(
    'a careful wallet pays no XLM without a memo to %s',
    async (name) => {
      const order = { from: 'buyer', asset: 'XLM', to: stellar(name), amount: '5' }
      expect(await api('/api/pay', order)).toMatchObject({
        status: 422,
        body: { error: expect.stringMatching(/memo/) },
      })
      expect(await api('/api/pay', { ...order, memo: '5' })).toMatchObject({ status: 200 })
    },
  )

  test('what the ledger refuses comes back in its own words', async () => {
    const order = { from: 'seller', asset: 'USDC', to: stellar('escrow'), amount: '5', memo: '80' }
    expect(await api('/api/pay', order)).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/op_underfunded/) },
    })
    expect(await api('/api/pay', { from: 'buyer', uri: 'nonsense' })).toMatchObject({ status: 400 })
    expect(await api('/api/pay', { from: 'escrow', uri: 'nonsense' })).toMatchObject({ status: 400 })
  })

  describe('its pages', () => {
    test('show what an account holds and pay by form, without a script', async () => {
      const home = await fetch(`${harbour.origin}/?account=seller`)
      expect(home.headers.get('content-security-policy')).toMatch(/default-src 'self'.*script-src 'none'/)
      expect(await home.text()).toContain((await balances('seller')).XLM)

      const answer = await form('/pay', {
        from: 'buyer',
        uri: '',
        to: stellar('seller'),
        amount: '2',
        asset: 'XLM',
        memo: '',
        mode: 'exact',
      })
      expect(answer.status).toBe(303)
      const result = await (await fetch(new URL(answer.headers.get('location')!, harbour.origin))).text()
      const hash = /data-hash="([0-9a-f]{64})"/.exec(result)![1]
      expect(result).toContain('tx_success')
      const record = await api(`/record/stellar/${hash}`)
      expect(record).toMatchObject({ status: 200, body: { hash, successful: true } })
    })

    test('show an XRP payment with its raw record', async () => {
      const answer = await form('/pay', { from: 'buyer', uri: `ripple:${xrpl('seller')}?amount=1.5`, mode: 'exact' })
      const result = await (await fetch(new URL(answer.headers.get('location')!, harbour.origin))).text()
      const hash = /data-hash="([0-9A-F]{64})"/.exec(result)![1]
      expect(result).toContain('tesSUCCESS')
      expect(await api(`/record/xrpl/${hash}`)).toMatchObject({ status: 200, body: { hash, validated: true } })
    })

    test('keep what was typed when a payment is refused, and say why', async () => {
      const answer = await form('/pay', { from: 'seller', uri: 'bitcoin:<b>1', mode: 'twice' })
      expect(answer.status).toBe(422)
      const page = await answer.text()
      expect(page).toContain('This is not a payment request that the wallet knows.')
      expect(page).toContain('bitcoin:&lt;b&gt;1')
      expect(page).toContain('value="twice" checked')
    })

    test('stand in any weather, and say what the ledger did not do', async () => {
      harbour.faults.set({ target: 'horizon', kind: 'drop_before' })
      expect(await (await fetch(harbour.origin)).text()).toContain('The ledgers do not answer now.')
      expect(await api('/api/balances?account=buyer')).toMatchObject({ status: 503 })
      const order = { from: 'buyer', asset: 'XLM', to: stellar('seller'), amount: '1' }
      expect(await api('/api/pay', order)).toMatchObject({ status: 422, body: { error: expect.any(String) } })
      harbour.faults.clear()
      expect(await api('/api/pay', order)).toMatchObject({ status: 200 })
    })

    test('do nothing for a form of another site, nor for a name that was made to point here', async () => {
      const before = await balances('buyer')
      const fields = { from: 'buyer', uri: `ripple:${xrpl('seller')}?amount=1`, mode: 'exact' }
      for (const headers of [{ Origin: 'http://127.0.0.1:3000' }, { Origin: 'null' }]) {
        expect((await form('/pay', fields, headers)).status).toBe(403)
      }
      expect((await api('/api/pay', fields)).status).toBe(200)
      const simple = await fetch(`${harbour.origin}/api/pay`, { method: 'POST', body: JSON.stringify(fields) })
      expect(simple.status).toBe(415)
      const request = get(harbour.origin, { headers: { Host: 'harbour.attacker.example' } })
      const [rebound] = (await once(request, 'response')) as [IncomingMessage]
      rebound.resume()
      expect(rebound.statusCode).toBe(421)
      expect(plain(new Decimal(before.XRP!).minus((await balances('buyer')).XRP!))).toMatch(/^1\.00001\d?$/)
    })

    test('show mails, their HTML apart from the page, by recipient', async () => {
      const send = (to: string, subject: string) =>
        fetch(`${harbour.post.url}/emails`, {
          method: 'POST',
          headers: { Authorization: 'Bearer re_harbour' },
          body: JSON.stringify({
            from: 'Quayside <notice@quayside.example>',
            to,
            subject,
            html: '<!doctype html><html><head></head><body><script>alert(1)</script><b>Hello</b></body></html>',
            text: 'See http://127.0.0.1:3000/dashboard?txid=auto_1 now.',
          }),
        })
      await send('amira@trader.example', 'For <Amira>')
      await send('bo@yard.example', 'For Bo')

      const inbox = z.object({ mails: z.array(z.object({ id: z.string(), subject: z.string() })) })
      const { mails } = inbox.parse((await api('/api/inbox?to=AMIRA')).body)
      expect(mails.map(({ subject }) => subject)).toEqual(['For <Amira>'])
      const list = await (await fetch(`${harbour.origin}/inbox?to=amira`)).text()
      expect(list).toContain('For &lt;Amira&gt;')
      expect(list).not.toContain('For Bo')
      const mail = await (await fetch(`${harbour.origin}/inbox/${mails[0]!.id}`)).text()
      expect(mail).toContain('<a href="http://127.0.0.1:3000/dashboard?txid=auto_1">')
      expect(mail).not.toContain('<script>')
      const apart = await fetch(`${harbour.origin}/inbox/${mails[0]!.id}/html`)
      expect(apart.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
      expect(await apart.text()).toContain('<head><base target="_blank">')
    })
  })

  test('its faults are set, listed and cleared', async () => {
    const fault = { target: 'post', kind: 'delay', delayMs: 5, times: 2 }
    expect(await api('/api/faults', fault)).toMatchObject({ status: 201, body: { faults: [{ ...fault, match: '' }] } })
    expect(await api('/api/faults', { target: 'post', kind: 'storm' })).toMatchObject({ status: 400 })
    const byForm = { target: 'market', kind: 'too_many', match: 'Trades', times: '', delayMs: '', lagLedgers: '' }
    expect((await form('/faults', byForm)).status).toBe(303)
    expect(harbour.faults.list()).toMatchObject([
      { target: 'post' },
      { target: 'market', match: 'Trades', times: null },
    ])
    expect(await api('/api/faults?target=post', undefined, 'DELETE')).toMatchObject({
      body: { faults: [{ target: 'market' }] },
    })
    expect(await api('/api/faults', undefined, 'DELETE')).toEqual({ status: 200, body: { faults: [] } })
  })

  test('its XRP Ledger gets crowded, loaded and another history, by machine and by form', async () => {
    const fair = { crowd: null, load: 1, history: 'own' }
    expect(await api('/api/weather')).toEqual({ status: 200, body: fair })
    const crowd = { ledgerLimit: 5, others: 6 }
    expect(await api('/api/crowd', crowd)).toMatchObject({ status: 200, body: { crowd } })
    expect(await api('/api/load', { factor: 3 })).toMatchObject({ body: { load: 3 } })
    expect(await api('/api/load', { factor: 0 })).toMatchObject({ status: 400 })
    expect(await api('/api/history', { target: 'rippled', show: 'other', ledgers: 3 })).toMatchObject({ status: 200 })
    const page = await (await fetch(`${harbour.origin}/faults`)).text()
    for (const words of ['6 in ledgers of 5', '3 times the least fee', 'another']) expect(page).toContain(words)
    expect((await form('/faults/history', { target: 'rippled', ledgers: '', show: 'own' })).status).toBe(303)
    expect((await form('/faults/load', { factor: '1' })).status).toBe(303)
    expect((await form('/faults/crowd', { ledgerLimit: 'x', others: '' })).status).toBe(422)
    expect((await form('/faults/crowd', { ledgerLimit: '', others: '' })).status).toBe(303)
    expect(await api('/api/weather')).toEqual({ status: 200, body: fair })
  })

  test('its time goes forward by a form, and the clocks of processes that follow it with it', async () => {
    const clock = await follow(harbour.environment().HARBOUR_CLOCK_URL ?? null)
    expect(await api('/api/time')).toEqual({ status: 200, body: { aheadMs: 0 } })
    expect((await form('/time', { hours: '48' })).status).toBe(303)
    // The form is answered once every follower goes by the new time.
    expect(clock.now().getTime() - Date.now()).toBeGreaterThan(47 * 3_600_000)
    for (const hours of ['-1', '0', 'x', '99999']) await form('/time', { hours })
    expect(await api('/api/time')).toEqual({ status: 200, body: { aheadMs: 48 * 3_600_000 } })
    expect(await (await fetch(`${harbour.origin}/time`)).text()).toContain('1 week forward')
    // A process that starts later begins with the new time.
    const later = await follow(harbour.environment().HARBOUR_CLOCK_URL ?? null)
    expect(later.now().getTime() - Date.now()).toBeGreaterThan(47 * 3_600_000)
    const nowhere = await follow('http://127.0.0.1:1')
    expect(Math.abs(nowhere.now().getTime() - Date.now())).toBeLessThan(60_000)
  })

  test('its Stellar ledger goes by the same clock, and its numbers go on by one', async () => {
    const newest = async () => {
      const root = (await (await fetch(harbour.horizon.url)).json()) as Record<string, string>
      return {
        number: Number(root.history_latest_ledger),
        time: Date.parse(root.history_latest_ledger_closed_at ?? ''),
      }
    }
    const before = await newest()
    expect((await form('/time', { hours: '24' })).status).toBe(303)
    const after = await newest()
    expect(after.time - before.time).toBeGreaterThan(23.9 * 3_600_000)
    expect(after.number - before.number).toBeLessThan(100)
    await expect.poll(async () => (await newest()).number, { timeout: 5_000 }).toBeGreaterThan(after.number)
    const order = { from: 'buyer', asset: 'XLM', to: stellar('seller'), amount: '1' }
    expect(await api('/api/pay', order)).toMatchObject({ status: 200 })
  })

  test('its prices are set, stopped and released', async () => {
    expect(await api('/api/prices', { asset: 'XRP', usd: '3.5' })).toEqual({
      status: 200,
      body: { asset: 'XRP', usd: '3.5' },
    })
    expect(await api('/api/prices', { asset: 'XRP', usd: '-1' })).toMatchObject({ status: 400 })
    expect(await api('/api/prices', { asset: 'XRP', stop: true })).toMatchObject({ body: { usd: null } })
    expect((await form('/prices', { asset: 'XRP', usd: '', do: 'release' })).status).toBe(303)
    expect(harbour.market.price('XRP')?.lt(3)).toBe(true)
  })

  test('one price service alone is set, stopped and released, by machine and by form', async () => {
    const kraken = () => harbour.market.price('XRP', { service: 'kraken' })?.toFixed() ?? null
    expect(await api('/api/prices', { asset: 'XRP', service: 'kraken', usd: '3.5' })).toEqual({
      status: 200,
      body: { asset: 'XRP', service: 'kraken', usd: '3.5' },
    })
    expect([harbour.market.price('XRP')?.lt(3), kraken()]).toEqual([true, '3.5'])
    expect(await api('/api/prices', { asset: 'XRP', service: 'binance', usd: '1' })).toMatchObject({ status: 400 })
    expect((await form('/prices', { asset: 'XRP', service: 'kraken', usd: '', do: 'stop' })).status).toBe(303)
    expect([harbour.market.price('XRP')?.lt(3), kraken()]).toEqual([true, null])
    expect((await form('/prices', { asset: 'XRP', service: 'kraken', usd: '3.75', do: 'set' })).status).toBe(303)
    expect(kraken()).toBe('3.75')
    const page = await (await fetch(`${harbour.origin}/faults`)).text()
    expect(page).toMatch(/Kraken<\/h3>[\s\S]*?1 XRP<\/dt><dd>\$3\.75/)
    expect((await form('/prices', { asset: 'XRP', service: '', usd: '', do: 'release' })).status).toBe(303)
    expect(kraken()).not.toBe('3.75')
  })
})
