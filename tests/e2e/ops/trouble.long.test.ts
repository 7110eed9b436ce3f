/** Bad input and failing services: what people read then, that their input is kept, and that work continues. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { Page } from '#scripts/trade/html.ts'
import { type Filled, formThatPresses, formWith } from '#scripts/trade/http-client.ts'
import { contract, paper } from '#scripts/trade/papers.ts'
import { openEscrow, type Person, quoteFee, readAsPeopleDo, submitTrade, untilFeeIsPaid } from '#scripts/trade/steps.ts'
import { openConnection } from '#tests/support/app/app-connection.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { samplePng } from '#tests/support/world/sample-files.ts'

const MEGABYTE = 1024 * 1024
const UNKNOWN_HASH = 'ab'.repeat(32)

let app: OwnApp
let buyer: Person
let unpaid: Person
let seller: Person

beforeAll(async () => {
  app = await openOwnApp({ env: { UPLOAD_MAX_MB: '1' } })
  ;[buyer, unpaid, seller] = [
    await app.signIn('paid.buyer'),
    await app.signIn('unpaid.buyer'),
    await app.signIn('seller'),
  ]
})
afterEach(() => app.clearFaults())
afterAll(() => app?.close())

describe('an empty form says everything that is missing, beside the fields and on top', () => {
  it('register', async () => {
    const page = await send({ visitor: app.visitor() }, '/register', 'sanctionsConsent')
    expectRefused(page, [
      'Enter your full name.',
      'Enter your email address.',
      'Enter a password.',
      'Choose whether you buy or sell.',
      'Agree to the screening to open an account.',
    ])
  })

  it('login', async () => {
    expectRefused(await send({ visitor: app.visitor() }, '/login', 'password'), ['Invalid email or password.'])
  })

  it('payment', async () => {
    const page = await send(unpaid, '/payment', 'amountUsd', { press: 'quote' })
    expectRefused(page, ['❌ Enter a valid USD transaction amount first.'])
  })

  it('submit', async () => {
    const page = await submitTrade(buyer, { walletFrom: 'typed' })
    expectRefused(page, [
      'Please enter a valid Amount.',
      'Please enter your receiving wallet address (where funds are released). It is the seller’s wallet, not your own.',
    ])
    const walletAddress = playAddress('seller', 'XRP')
    const trade = { currency: 'XRP', amount: '5', walletFrom: 'typed', walletAddress }
    expectRefused(await submitTrade(buyer, { ...trade, type: 'manual' }), ['Please enter a TXID.'])
  })

  it('seller confirmation', async () => {
    const page = await send(seller, '/seller-confirm', 'walletAddress')
    expectRefused(page, [
      'Transaction ID is required.',
      'Please enter your wallet address.',
      'You must accept the contract terms.',
      'Please verify the CAPTCHA.',
    ])
  })

  it('contact', async () => {
    const page = await send({ visitor: app.visitor() }, '/contact', 'message')
    expect(page.complaints).toHaveLength(3)
  })

  it('lookup', async () => {
    const missing = await buyer.visitor.get('/transaction-lookup?txid=')
    expect(missing.complaints).toEqual(['Transaction ID missing.'])
    const unknown = await buyer.visitor.get('/transaction-lookup?txid=auto_00000000000000000000')
    expect(unknown.complaints).toEqual(['Transaction not found.'])
  })
})

describe('a wrong value', () => {
  it.each(['0', '-5', 'many', '12.3456', '1e6'])('%s is no amount to pay a fee for', async (amountUsd) => {
    const page = await send(unpaid, '/payment', 'amountUsd', { values: { amountUsd }, press: 'quote' })
    expectRefused(page, ['❌ Enter a valid USD transaction amount first.'])
    expect(typedIn(page, 'amountUsd')).toBe(amountUsd)
  })

  it.each([
    ['XLM', { walletAddress: 'GABC' }, 'Please enter a valid XLM receiving wallet address.'],
    ['XRP', { walletAddress: playAddress('seller', 'XLM') }, 'Please enter a valid XRP receiving wallet address.'],
    // The last character is changed: the shape is right, the checksum is wrong.
    ['USDC', { walletAddress: mistyped('USDC') }, 'Please enter a valid USDC receiving wallet address.'],
    ['XRP', { buyerWalletAddress: mistyped('XRP') }, 'Please enter a valid XRP buyer wallet address.'],
    ['XLM', { amount: '0' }, 'Please enter a valid Amount.'],
    ['XRP', { amount: '1.1234567' }, 'Please enter a valid Amount.'],
    ['XLM', { amount: '99999999' }, 'Cannot submit: Insufficient XLM: balance 99998.5 < required 100000000.'],
    ['XRP', { type: 'manual', txid: 'my payment' }, 'Copy the hash’s 64 characters from your wallet'],
  ] as const)('of a submission for %s: %j', async (currency, wrong, sentence) => {
    const wallet = { walletFrom: 'typed', walletAddress: playAddress('seller', currency) }
    const values = { currency, amount: '5', ...wallet, notes: 'Tea', ...wrong }
    const page = await submitTrade(buyer, values)
    expect(page.status).toBe(400)
    expect(page.complaints.join(' ')).toContain(sentence)
    // Going back shows what was typed in the step before.
    const { form = '' } = Object.fromEntries(page.url.searchParams)
    const before = await buyer.visitor.get(`/submit?form=${form}&step=trade`)
    for (const [name, value] of Object.entries(values)) {
      expect(typedIn(name in wrong ? page : before, name), name).toBe(value)
    }
  })

  it('of a payment hash', async () => {
    await quoteFee(unpaid, { asset: 'USDC', amountUsd: '20000', couponCode: '' })
    const confirm = (hash: string) => send(unpaid, '/payment', 'hash', { values: { hash }, press: 'confirm' })
    expectRefused(await confirm(''), ['Please enter a TXID.'])
    expectRefused(await confirm('my payment'), ['Copy the hash’s 64 characters from your wallet'])
    const unknown = await confirm(UNKNOWN_HASH)
    expectRefused(unknown, ['❌ Transaction not found on Stellar.'])
    expect(typedIn(unknown, 'hash')).toBe(UNKNOWN_HASH)
  })
})

describe('a file that is not taken is named beside its field, and what was typed stays', () => {
  const files = {
    'is too large': [pdfOf(1.5 * MEGABYTE), 'contract.pdf may have at most 1 MB.'],
    'has a wrong name': [new File(['MZ'], 'contract.exe'), 'contract.exe must be one of'],
    'is not what its name says': [new File([samplePng()], 'contract.pdf'), 'contract.pdf is misnamed'],
    'is empty': [new File([''], 'contract.pdf'), 'contract.pdf is empty.'],
  } as const

  it.each(Object.entries(files))('a contract that %s', async (_, [file, sentence]) => {
    const wallet = { walletFrom: 'typed', walletAddress: playAddress('seller', 'XRP') }
    const page = await submitTrade(buyer, { currency: 'XRP', amount: '7.5', ...wallet, contract: file })
    expect(page.status).toBe(400)
    expect(page.complaints.join(' ')).toContain(sentence)
    expect(typedIn(page, 'amount')).toBe('7.5')
    expect(await escrowCount()).toBe(0)
  })

  it('a form that is far too large is refused before it is read', async () => {
    const page = await send(buyer, '/submit', 'sellerEmail', { values: { contract: pdfOf(4 * MEGABYTE) } })
    expect(page.status).toBe(413)
    expect(page.complaints.join(' ')).toContain('This form is too large')
    expect(await escrowCount()).toBe(0)
  })

  it('and does not stand in the way of the next request on the same connection', async () => {
    await using connection = openConnection(app.origin)
    const body = Buffer.alloc(4 * MEGABYTE)
    const refused = await connection.ask({ method: 'POST', path: '/login', body })
    expect(refused.status).toBe(403)
    expect(await connection.ask({ method: 'GET', path: '/healthz' })).toEqual({ status: 200, port: refused.port })
  })

  it('a document of the seller', async () => {
    const values = {
      transactionId: 'auto_00000000000000000000',
      walletAddress: 'somewhere',
      BillOfLading: pdfOf(1.2 * MEGABYTE),
    }
    const page = await send(seller, '/seller-confirm', 'walletAddress', { values })
    expect(page.status).toBe(400)
    expect(page.complaints).toContain('contract.pdf may have at most 1 MB.')
    expect(typedIn(page, 'walletAddress')).toBe('somewhere')
  })
})

describe('without the price services', () => {
  it('pages say N/A, XLM and XRP cannot be quoted, USDC can, and all is well when they are back', async () => {
    const quote = (asset: string) =>
      send(unpaid, '/payment', 'amountUsd', { values: { asset, amountUsd: '48000' }, press: 'quote' })
    await app.fault({ target: 'market', kind: 'server_error' })
    await app.query(`update market_trades set "fetchedAt" = "fetchedAt" - interval '6 minutes'`)
    for (const asset of ['XLM', 'XRP']) {
      const page = await quote(asset)
      expectRefused(page, [`The ${asset} price is uncertain.`])
      expect(typedIn(page, 'amountUsd')).toBe('48000')
    }
    await app.query(`update market_price set "fetchedAt" = "fetchedAt" - interval '6 minutes'`)
    const home = await app.visitor().get('/')
    expect(home.text.match(/N\/A/g)).toHaveLength(3)
    expect(home.text).toContain('Live prices temporarily unavailable')

    for (const asset of ['XLM', 'XRP']) {
      const page = await quote(asset)
      expectRefused(page, [`There is no ${asset} price.`])
      expect(typedIn(page, 'amountUsd')).toBe('48000')
    }
    expect((await quote('USDC')).text).toContain('360.00 USDC')

    await app.clearFaults()
    // A worker reads both when it starts, or when a failed service may be asked again; the schedule is slower.
    await app.worker.restart()
    await app.untilRow(
      'prices and trades are fresh',
      `select 1 from market_price price join market_trades trades using (asset)
       where least(price."fetchedAt", trades."fetchedAt") > now() - interval '1 minute'`,
    )
    expect((await app.visitor().get('/')).text).not.toContain('N/A')
    expect((await quote('XLM')).complaints).toEqual([])
  })
})

describe('without a ledger', () => {
  it.each([
    ['USDC', 'horizon', `/accounts/${playAddress('fee', 'USDC')}/payments`, 'GET /transactions/', 'Stellar'],
    ['XRP', 'rippled', 'account_tx', 'tx', 'XRP'],
  ] as const)(
    'a fee in %s waits, the page says so, and it is settled afterwards',
    async (asset, target, watcher, lookUp, name) => {
      const payer = await app.register('buyer')
      const { uri } = await quoteFee(payer, { asset, amountUsd: '20000', couponCode: '' })
      await app.fault({ target, kind: 'drop_before', match: watcher })
      const { hash } = await app.harbour.pay({ from: 'buyer', uri })
      await app.fault({ target, kind: 'drop_before', match: lookUp })

      const page = await send(payer, '/payment', 'hash', { values: { hash }, press: 'confirm' })
      expectRefused(page, [`❌ Error validating ${name} transaction.`])
      expect(typedIn(page, 'hash')).toBe(hash)
      expect((await payer.visitor.get('/payment')).text).toContain('Waiting for your payment')

      await app.clearFaults()
      await untilFeeIsPaid(payer)
    },
  )

  it('no XLM escrow is opened unchecked', async () => {
    await app.fault({ target: 'horizon', kind: 'html', match: 'GET /accounts/' })
    const wallet = { walletFrom: 'typed', walletAddress: playAddress('seller', 'XLM') }
    const page = await submitTrade(buyer, { currency: 'XLM', amount: '5', ...wallet })
    expect(page.complaints.join(' ')).toContain('Could not read XLM balance from Horizon.')
    expect(typedIn(page, 'amount')).toBe('5')
  })

  it('no payout wallet is taken unchecked, and the real TXID cannot be fetched', async () => {
    const wallet = playAddress('seller', 'XRP')
    const papers = { sellerEmail: seller.email, contract: contract('in bad weather') }
    const { txid } = await openEscrow(buyer, { asset: 'XRP', amount: '8.5', wallet, ...papers })
    const form = await seller.visitor.get(`/seller-confirm?txid=${txid}`)
    const lookup = await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
    await app.fault({ target: 'rippled', kind: 'server_error' })

    const fetched = await buyer.visitor.submit(lookup, formThatPresses(lookup, 'fetch'), { press: 'fetch' })
    expect(fetched.text).toContain('Error fetching/saving TXID.')
    await readAsPeopleDo(seller, formWith(form, 'walletAddress'))
    const values = { walletAddress: wallet, acceptsContract: true, captcha: true }
    const page = await seller.visitor.submit(form, formWith(form, 'walletAddress'), { values })
    expect(page.complaints.join(' ')).toContain('The ledger did not answer.')
    expect(typedIn(page, 'walletAddress')).toBe(wallet)
  })
})

async function send(
  { visitor }: Pick<Person, 'visitor'>,
  path: string,
  field: string,
  filled: Filled = {},
): Promise<Page> {
  const page = await visitor.get(path)
  return visitor.submit(page, formWith(page, field), filled)
}

/** Expects exactly these sentences (or their beginnings), each beside its field and once more in the summary. */
function expectRefused(page: Page, sentences: string[]): void {
  expect(page.status).toBe(400)
  expect(page.text).toContain('There is a problem')
  expect(page.complaints).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)))
  for (const sentence of sentences) expect(page.text.split(sentence).length - 1, sentence).toBe(2)
}

function typedIn(page: Page, name: string): string | undefined {
  const fields = page.forms.flatMap((form) => form.fields).filter((field) => field.name === name)
  return (fields.find(({ isChosen }) => isChosen) ?? fields[0])?.value
}

function mistyped(asset: 'USDC' | 'XRP'): string {
  const address = playAddress('seller', asset)
  return address.slice(0, -1) + (address.endsWith('A') ? 'B' : 'A')
}

function pdfOf(bytes: number): File {
  return new File([paper('Contract', new Uint8Array(bytes))], 'contract.pdf', { type: 'application/pdf' })
}

async function escrowCount(): Promise<number> {
  return (await app.query<{ count: number }>('select count(*)::int as count from escrow'))[0]?.count ?? -1
}
