/** The wallet's page opens, funds, releases and closes a two-signature account on Stellar in a browser alone. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Account,
  Asset,
  Claimant,
  type FeeBumpTransaction,
  Keypair,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HARBOUR_PASSPHRASE, type PlayName, stellarPlayKey } from '#harbour/accounts.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { onlyAt } from '#tests/support/runner/own-requests.ts'

const usdc = new Asset('USDC', USDC_ISSUER)
const address = (name: PlayName) => stellarPlayKey(name).publicKey()
const held = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'held in the harbour'))

type Answer = { xdr: string; hash: string; does: string[]; facts: { label: string; text: string }[] } & Record<
  string,
  unknown
>

describe('the wallet', () => {
  let harbour: Harbour
  /** The server that asked for signatures; `returned`: what it was sent. */
  let asker: Server
  let returned: string[] = []
  let answersWith = 200

  beforeAll(async () => {
    harbour = await startHarbour({ port: 0, ledgerMs: 100, dataDir: null })
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      for await (const chunk of request) body += chunk
      returned.push(`${request.headers['content-type']} ${body}`)
      response.writeHead(answersWith).end('Thank you')
    }
    asker = createServer(onlyAt(['/back'], take))
    asker.listen(0, '127.0.0.1')
    await once(asker, 'listening')
  })
  beforeEach(() => {
    returned = []
    answersWith = 200
  })
  afterAll(async () => {
    asker.close()
    await harbour.close()
  })

  const callback = () => `http://127.0.0.1:${(asker.address() as AddressInfo).port}/back?escrow=1`

  const api = async (order: Record<string, unknown>) => {
    const response = await fetch(`${harbour.origin}/api/sign/stellar`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    })
    return { status: response.status, body: (await response.json()) as Answer & { error: string } }
  }
  const form = (fields: Record<string, string>) =>
    fetch(`${harbour.origin}/sign/stellar`, {
      method: 'POST',
      headers: { Origin: harbour.origin },
      body: new URLSearchParams(fields),
    })
  const shown = async (response: Response) => ({ status: response.status, page: await response.text() })

  async function written(from: string, operations: xdr.Operation[], fee = '100'): Promise<Transaction> {
    const { sequence } = (await (await fetch(`${harbour.horizon.url}/accounts/${from}`)).json()) as { sequence: string }
    const builder = new TransactionBuilder(new Account(from, sequence), {
      fee,
      networkPassphrase: HARBOUR_PASSPHRASE,
      timebounds: { minTime: 0, maxTime: 0 },
    })
    for (const operation of operations) builder.addOperation(operation)
    return builder.build()
  }

  const link = (transaction: Transaction | FeeBumpTransaction, fields: Record<string, string> = {}) => {
    const query = { xdr: transaction.toXdr(), network_passphrase: HARBOUR_PASSPHRASE, ...fields }
    return `web+stellar:tx?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`
  }

  const pay = (amount: string, asset = Asset.native(), to: PlayName = 'seller') =>
    Operation.payment({ destination: address(to), asset, amount })

  test('signs for two of three, hands back what was asked for by link, and the money is released', async () => {
    const signer = (name: PlayName) =>
      Operation.setOptions({ source: held.publicKey(), signer: { ed25519PublicKey: address(name), weight: 1 } })
    const sponsor = address('friend')
    const opening = await written(sponsor, [
      Operation.beginSponsoringFutureReserves({ sponsoredId: held.publicKey() }),
      Operation.createAccount({ destination: held.publicKey(), startingBalance: '0' }),
      Operation.changeTrust({ asset: usdc, source: held.publicKey() }),
      signer('buyer'),
      signer('seller'),
      Operation.setOptions({
        source: held.publicKey(),
        masterWeight: 0,
        lowThreshold: 2,
        medThreshold: 2,
        highThreshold: 2,
      }),
      Operation.endSponsoringFutureReserves({ source: held.publicKey() }),
    ])
    opening.sign(held)
    const opened = await api({ from: 'friend', request: opening.toXdr(), way: 'send' })
    expect(opened).toMatchObject({ status: 200, body: { transaction: { successful: true }, trouble: null } })
    expect(opened.body.does).toEqual([
      `Friend begins to pay the reserves of ${held.publicKey()}.`,
      `Friend opens the account ${held.publicKey()} with 0 XLM.`,
      `${held.publicKey()} lets itself hold USDC.`,
      `${held.publicKey()} changes its own rules: Buyer signs for it with weight 1.`,
      `${held.publicKey()} changes its own rules: Seller signs for it with weight 1.`,
      `${held.publicKey()} changes its own rules: the signature of ${held.publicKey()} itself weighs 0; signatures must weigh 2 to claim, 2 to pay and 2 to change rules.`,
      `${held.publicKey()} has its reserves paid up to here.`,
    ])

    const date = Claimant.predicateBeforeAbsoluteTime('4000000000')
    const claimants = [
      new Claimant(held.publicKey(), date),
      new Claimant(address('buyer'), Claimant.predicateNot(date)),
    ]
    const locking = await written(address('buyer'), [
      Operation.createClaimableBalance({ asset: usdc, amount: '50', claimants }),
    ])
    const locked = await shown(await form({ request: link(locking), from: 'buyer', do: 'send' }))
    expect(locked.page).toContain(
      `Buyer locks 50 USDC on the ledger. ${held.publicKey()} may claim it before 2096-10-02 07:06:40 UTC. Buyer may claim it from 2096-10-02 07:06:40 UTC on.`,
    )
    expect(locked).toMatchObject({ status: 200, page: expect.stringContaining('It is in ledger') })

    const release = await written(
      held.publicKey(),
      [
        Operation.claimClaimableBalance({ balanceId: locking.getClaimableBalanceId(0) }),
        pay('50', usdc),
        Operation.changeTrust({ asset: usdc, limit: '0' }),
        Operation.accountMerge({ destination: sponsor }),
      ],
      '0',
    )
    const asked = { callback: `url:${callback()}`, pubkey: address('buyer'), msg: 'Release 50 USDC & close' }
    const offered = await shown(await fetch(`${harbour.origin}/?uri=${encodeURIComponent(link(release, asked))}`))
    expect(offered.page).toContain('Sign and hand back to 127.0.0.1')
    expect(offered.page).toContain('Release 50 USDC &amp; close')
    expect(offered.page).toContain('claims 50 USDC, which is locked on the ledger.')
    expect(offered.page).toMatch(/<option value="buyer" selected>/)
    expect(returned).toEqual([])

    const handed = await shown(await form({ request: link(release, asked), from: 'buyer', do: 'callback' }))
    expect(handed.page).toContain('Whoever asked has it back.')
    const [type, body = ''] = returned[0]?.split(' ') ?? []
    expect(type).toBe('application/x-www-form-urlencoded;charset=UTF-8')
    const byBuyer = TransactionBuilder.fromXdr(new URLSearchParams(body).get('xdr') ?? '', HARBOUR_PASSPHRASE)
    expect(byBuyer.hash()).toEqual(release.hash())
    expect(stellarPlayKey('buyer').verify(release.hash(), byBuyer.signatures[0]!.signature.value)).toBe(true)

    const both = await api({ from: 'seller', request: byBuyer.toXdr() })
    expect(both.body.facts).toContainEqual({ label: 'Signed by', text: 'Buyer' })
    const whole = TransactionBuilder.fromXdr(both.body.xdr, HARBOUR_PASSPHRASE) as Transaction
    expect(whole.signatures).toHaveLength(2)
    const bump = TransactionBuilder.buildFeeBumpTransaction(stellarPlayKey('friend'), '100', whole, HARBOUR_PASSPHRASE)
    const paid = await api({ from: 'friend', request: bump.toXdr(), way: 'send' })
    expect(paid).toMatchObject({ status: 200, body: { transaction: { successful: true } } })
    expect(paid.body.facts).toContainEqual({ label: 'Network fee', text: 'at most 0.00005 XLM, paid by Friend' })
    expect((await fetch(`${harbour.horizon.url}/accounts/${held.publicKey()}`)).status).toBe(404)
  })

  test('signs once, however often it is asked', async () => {
    const transaction = await written(address('buyer'), [pay('1')])
    const once = await api({ from: 'buyer', request: transaction.toXdr() })
    const twice = await api({ from: 'buyer', request: once.body.xdr })
    expect(twice.body.xdr).toBe(once.body.xdr)
    expect(TransactionBuilder.fromXdr(once.body.xdr, HARBOUR_PASSPHRASE).signatures).toHaveLength(1)
  })

  test('says what the ledger refuses, and keeps the signed transaction on the page', async () => {
    const transaction = await written(held.publicKey(), [pay('1')]).catch(() => null)
    expect(transaction).toBeNull()
    const stranger = await written(address('seller'), [pay('1')])
    const refused = await shown(await form({ request: stranger.toXdr(), from: 'friend', do: 'send' }))
    expect(refused.page).toContain('Stellar did not take the payment: tx_bad_auth')
    expect(refused.page).toContain('id="signed"')
    expect(await api({ from: 'friend', request: stranger.toXdr(), way: 'send' })).toMatchObject({ status: 422 })
  })

  test('says when whoever asked does not take it', async () => {
    answersWith = 409
    const request = link(await written(address('buyer'), [pay('1')]), { callback: `url:${callback()}` })
    expect((await shown(await form({ request, from: 'buyer', do: 'callback' }))).page).toContain('did not take it: 409')
    expect(await api({ from: 'buyer', request, way: 'callback' })).toMatchObject({
      status: 422,
      body: { callback: { status: 409, body: 'Thank you' } },
    })
    const nowhere = link(await written(address('buyer'), [pay('1')]), { callback: 'url:http://127.0.0.1:1/' })
    expect(await api({ from: 'buyer', request: nowhere, way: 'callback' })).toMatchObject({
      status: 422,
      body: { callback: null, trouble: expect.stringContaining('did not take it back') },
    })
  })

  test('tells a coin of another issuer from its own, and warns of what it has no words for', async () => {
    const fake = new Asset('USDC', address('exchange'))
    const strange = await written(address('buyer'), [
      pay('5', fake),
      Operation.bumpSequence({ bumpTo: '1' }),
      Operation.manageData({ name: 'note', value: null }),
      Operation.claimClaimableBalance({ balanceId: '0'.repeat(72) }),
    ])
    const { body } = await api({ from: 'buyer', request: strange.toXdr() })
    expect(body.does).toEqual([
      'Buyer pays 5 USDC of the issuer Exchange to Seller.',
      'Buyer does something that this wallet has no words for: bumpSequence. Do not sign what you do not understand.',
      'Buyer removes its note “note”.',
      `Buyer claims the locked balance ${'0'.repeat(72)}, which is not on the ledger now.`,
    ])
  })

  test.each<[string, (right: Transaction) => string, string]>([
    ['nothing', () => '', 'Paste a transaction'],
    ['something else', () => 'AAAA', 'not a Stellar transaction'],
    ['a payment request', () => 'web+stellar:pay?destination=G', 'only web+stellar:tx'],
    ['another network', (right) => link(right, { network_passphrase: 'Test' }), 'another Stellar network'],
    ['fields to fill in', (right) => link(right, { replace: 'sourceAccount:X' }), 'does not fill in'],
    ['a callback that is none', (right) => link(right, { callback: 'file:///etc/passwd' }), 'how to hand'],
    ['another signer', (right) => link(right, { pubkey: address('seller') }), 'for Seller to sign, not for Buyer'],
    ['a signer that is none', (right) => link(right, { pubkey: 'x' }), 'not a Stellar address'],
  ])('refuses %s with a sentence, by machine and by form', async (_what, request, sentence) => {
    const text = request(await written(address('buyer'), [pay('1')]))
    const { status, body } = await api({ from: 'buyer', request: text })
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(sentence) })
    const answer = await shown(await form({ request: text, from: 'buyer', do: 'show' }))
    expect(answer).toMatchObject({ status: 422, page: expect.stringContaining(sentence) })
  })

  test('has a page without a script that signs nothing by itself, and takes no form of another site', async () => {
    const request = (await written(address('buyer'), [pay('1')])).toXdr()
    const read = await fetch(`${harbour.origin}/sign/stellar?request=${encodeURIComponent(request)}`)
    expect(read.headers.get('content-security-policy')).toMatch(/script-src 'none'/)
    const page = await read.text()
    expect(page).toContain('Buyer pays 1 XLM to Seller.')
    expect(page).not.toContain('id="signed"')
    expect(await (await fetch(`${harbour.origin}/?account=seller`)).text()).toContain(
      'href="/sign/stellar?from=seller"',
    )
    const foreign = await fetch(`${harbour.origin}/sign/stellar`, {
      method: 'POST',
      headers: { Origin: 'http://elsewhere.example' },
      body: new URLSearchParams({ request, from: 'buyer', do: 'show' }),
    })
    expect(foreign.status).toBe(403)
  })

  test('says so when the ledger is silent: what is claimed cannot be read then', async () => {
    const claiming = await written(address('buyer'), [Operation.claimClaimableBalance({ balanceId: '0'.repeat(72) })])
    harbour.faults.set({ target: 'horizon', kind: 'drop_before' })
    const silent = await shown(await form({ request: claiming.toXdr(), from: 'buyer', do: 'show' }))
    harbour.faults.clear()
    expect(silent).toMatchObject({ status: 422, page: expect.stringContaining('The ledger gave no usable answer') })
  })
})
