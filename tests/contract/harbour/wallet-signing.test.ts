/** The wallet signs XRP Ledger transactions that are pasted as JSON, once it can say what they do. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, rippleTimeToISOTime } from 'xrpl'
import { z } from 'zod'
import { xrplPlayWallet } from '#harbour/accounts.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { readDraft } from '#harbour/wallet/xrpl-signing/draft.ts'
import { explain } from '#harbour/wallet/xrpl-signing/words.ts'

const BUYER = xrplPlayWallet('buyer').address
const SELLER = xrplPlayWallet('seller').address
const PREIMAGE = createHash('sha256').update('quiet').digest()
const FULFILMENT = `A0228020${PREIMAGE.toString('hex')}`.toUpperCase()
const CONDITION = `A0258020${createHash('sha256').update(PREIMAGE).digest('hex')}810120`.toUpperCase()
const CANCEL_AFTER = 900_000_000
const CANCEL_TIME = '2028-07-08 16:00:00 UTC'

const create = {
  TransactionType: 'EscrowCreate',
  Destination: SELLER,
  Amount: '12500000',
  Condition: CONDITION,
  CancelAfter: CANCEL_AFTER,
}

describe('what a transaction does, in words', () => {
  const says = (transaction: Record<string, unknown>) => explain(readDraft(transaction, 'buyer'))

  test('of an escrow: how much, for whom, until when, and that nobody can move it elsewhere', () => {
    expect(rippleTimeToISOTime(CANCEL_AFTER)).toBe('2028-07-08T16:00:00.000Z')
    expect(says({ ...create, DestinationTag: 0, Account: BUYER })).toEqual({
      title: 'Lock 12.5 XRP on the ledger',
      sentences: [
        `12.5 XRP of this account are locked for ${SELLER} (Seller).`,
        `They can be released to that account until ${CANCEL_TIME}, by whoever has the secret of the condition, and nobody can move them anywhere else, you included.`,
        `If nobody has released them by ${CANCEL_TIME}, they come back to this account as soon as anybody asks the ledger for it.`,
        '0.2 XRP more stay reserved in this account until then.',
      ],
      facts: [
        { name: 'Destination tag', value: '0' },
        { name: 'Condition', value: CONDITION },
      ],
    })
  })

  test('of a memo, which is told as text where it is text', () => {
    const withMemo = (MemoData: string) => says({ ...create, Memos: [{ Memo: { MemoData } }] }).facts.at(-1)
    expect(withMemo('31323334353637383930')).toEqual({ name: 'Memo', value: '1234567890' })
    expect(withMemo('FF00')).toEqual({ name: 'Memo', value: 'FF00' })
    expect(() => says({ ...create, Memos: [{ Memo: { MemoData: '1' } }] })).toThrow(/“Memos” is not of/)
  })

  test('of one that never comes back', () => {
    const { sentences } = says({ TransactionType: 'EscrowCreate', Destination: BUYER, Amount: '1', FinishAfter: 0 })
    expect(sentences).toContain(
      'They can be released to that account from 2000-01-01 00:00:00 UTC on, by anybody, and nobody can move them anywhere else, you included.',
    )
    expect(sentences).toContain('They never come back to this account.')
  })

  test.each([
    [{ TransactionType: 'EscrowFinish', Owner: BUYER, OfferSequence: 7 }, /escrow 7 of .* \(Buyer\) holds goes/],
    [
      {
        TransactionType: 'EscrowFinish',
        Owner: BUYER,
        OfferSequence: 7,
        Condition: CONDITION,
        Fulfillment: FULFILMENT,
      },
      /secret of the escrow is shown to everybody/,
    ],
    [{ TransactionType: 'EscrowCancel', Owner: SELLER, OfferSequence: 7 }, /goes back to that account/],
    [{ TransactionType: 'Payment', Destination: SELLER, Amount: '1' }, /^0\.000001 XRP of this account go to/],
    [{ TransactionType: 'AccountSet', SetFlag: 1 }, /nobody can send XRP to this account without a destination tag/],
    [{ TransactionType: 'AccountSet', ClearFlag: 9 }, /release escrows to it/],
    [{ TransactionType: 'AccountSet' }, /Nothing changes/],
  ])('of %j', (transaction, sentence) => {
    expect(says(transaction).sentences.join('\n')).toMatch(sentence)
  })

  test('of an escrow that the ledger has, or has not: what it holds', () => {
    const cancel = readDraft({ TransactionType: 'EscrowCancel', Owner: BUYER, OfferSequence: 7 }, 'friend')
    const held = { Account: BUYER, Destination: SELLER, Amount: '12500000', FinishAfter: 0, CancelAfter: CANCEL_AFTER }
    expect(explain(cancel, held).sentences.at(-1)).toBe(
      `It holds 12.5 XRP of ${BUYER} (Buyer) for ${SELLER} (Seller), not before 2000-01-01 00:00:00 UTC, until ${CANCEL_TIME}.`,
    )
    expect(explain(cancel, null).sentences.at(-1)).toMatch(/^The ledger has no such escrow/)
    expect(explain(cancel).sentences).toHaveLength(2)
  })

  test.each([
    ['no JSON', 'ripple:r', /not a transaction as JSON/],
    ['a list', '[]', /not a transaction as JSON/],
    ['another kind', { ...create, TransactionType: 'SetRegularKey' }, /signs EscrowCreate, .* and nothing else/],
    ['no kind', {}, /and nothing else/],
    ['a field that it cannot explain', { ...create, Paths: [] }, /the field “Paths”/],
    ['a flag that it cannot explain', { ...create, Flags: 131_072 }, /“Flags” is not of its form/],
    ['a setting that it cannot explain', { TransactionType: 'AccountSet', SetFlag: 4 }, /“SetFlag”/],
    ['tokens', { ...create, Amount: { value: '1' } }, /“Amount” is not of its form/],
    ['no amount', { TransactionType: 'Payment', Destination: SELLER }, /“Amount” is missing/],
    ['a mistyped address', { ...create, Destination: `${SELLER}x` }, /“Destination” is not of its form/],
    ['what is signed already', { ...create, TxnSignature: 'AB' }, /signed already/],
    ['what another must sign', { ...create, Account: SELLER }, /to be signed by .* \(Seller\)/],
  ])('%s is refused', (_, transaction, sentence) => {
    expect(() => says(transaction as Record<string, unknown>)).toThrow(sentence)
  })
})

describe('a wallet that signs', () => {
  let harbour: Harbour
  let client: Client
  beforeAll(async () => {
    harbour = await startHarbour({ port: 0, ledgerMs: 100, dataDir: null })
    client = new Client(harbour.rippled.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.disconnect()
    await harbour.close()
  })

  const SignedSchema = z.object({ hash: z.string(), transaction: z.looseObject({}), says: z.array(z.string()) })
  const api = async (body: unknown) => {
    const response = await fetch(`${harbour.origin}/api/sign/xrpl`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const form = (path: string, fields: Record<string, string>, origin = harbour.origin) =>
    fetch(harbour.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: origin },
      body: new URLSearchParams(fields),
    })
  const numberOf = async (hash: string) => {
    const { result } = await client.request({ command: 'tx', transaction: hash })
    return Number(result.tx_json.Sequence)
  }

  test('makes an escrow, which another wallet releases', async () => {
    const before = await client.getXrpBalance(SELLER)
    const made = await api({ from: 'buyer', transaction: create })
    expect(made).toMatchObject({ status: 200, body: { transaction: { successful: true, code: 'tesSUCCESS' } } })
    const { hash, says } = SignedSchema.parse(made.body)
    expect(says).toContain('0.2 XRP more stay reserved in this account until then.')
    const finish = {
      TransactionType: 'EscrowFinish',
      Owner: BUYER,
      OfferSequence: await numberOf(hash),
      Condition: CONDITION,
      Fulfillment: FULFILMENT,
    }
    expect(await api({ from: 'friend', transaction: JSON.stringify(finish) })).toMatchObject({ status: 200 })
    expect(await client.getXrpBalance(SELLER)).toBe(before + 12.5)
  })

  test('says what the ledger said of one that failed, and of one that it never takes', async () => {
    const cancel = { TransactionType: 'EscrowCancel', Owner: BUYER, OfferSequence: 1 }
    expect(await api({ from: 'buyer', transaction: cancel })).toMatchObject({
      status: 422,
      body: { transaction: { successful: false, code: 'tecNO_TARGET' } },
    })
    const malformed = { ...create, Condition: FULFILMENT }
    expect(await api({ from: 'buyer', transaction: malformed })).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/temMALFORMED/) },
    })
    expect(await api({ from: 'buyer', transaction: '{' })).toMatchObject({ status: 400 })
    expect(await api({ from: 'escrow', transaction: create })).toMatchObject({ status: 400 })
  })

  test('by its page: read first, then signed, with the hash to copy', async () => {
    const handed = await fetch(
      `${harbour.origin}/sign/xrpl?account=buyer&transaction=${encodeURIComponent(JSON.stringify(create))}`,
    )
    expect(await handed.text()).toContain('&quot;EscrowCreate&quot;')
    const pasted = JSON.stringify(create)
    const read = await form('/sign/xrpl', { from: 'buyer', transaction: pasted })
    const page = await read.text()
    expect(read.status).toBe(200)
    expect(page).toContain('Lock 12.5 XRP on the ledger')
    expect(page).toContain('0.000012 XRP')
    expect(page).toContain('Sign and send as Buyer')
    const { result: before } = await client.request({ command: 'account_objects', account: BUYER, type: 'escrow' })

    const sent = await form('/sign/xrpl/send', { from: 'buyer', transaction: pasted })
    expect(sent.status).toBe(303)
    const paid = await fetch(harbour.origin + sent.headers.get('location'))
    const shown = /data-hash="([0-9A-F]{64})"/.exec(await paid.text())?.[1] ?? ''
    const OfferSequence = await numberOf(shown)
    const release = async (number: number) => {
      const finish = { TransactionType: 'EscrowFinish', Owner: BUYER, OfferSequence: number }
      return (await form('/sign/xrpl', { from: 'friend', transaction: JSON.stringify(finish) })).text()
    }
    expect(await release(OfferSequence)).toContain(`It holds 12.5 XRP of ${BUYER} (Buyer) for ${SELLER} (Seller)`)
    expect(await release(OfferSequence + 1)).toContain('The ledger has no such escrow')
    const { result: after } = await client.request({ command: 'account_objects', account: BUYER, type: 'escrow' })
    expect(after.account_objects.length).toBe(before.account_objects.length + 1)
  })

  test('gets back what was not released when its date has passed by the moved clock, and not before', async () => {
    const { result } = await client.request({ command: 'ledger', ledger_index: 'validated' })
    const before = await client.getXrpBalance(BUYER)
    const made = await api({ from: 'buyer', transaction: { ...create, CancelAfter: result.ledger.close_time + 3600 } })
    const OfferSequence = await numberOf(SignedSchema.parse(made.body).hash)
    const cancel = { TransactionType: 'EscrowCancel', Owner: BUYER, OfferSequence }
    const finish = { ...cancel, TransactionType: 'EscrowFinish', Condition: CONDITION, Fulfillment: FULFILMENT }
    expect(await api({ from: 'friend', transaction: cancel })).toMatchObject({
      body: { transaction: { code: 'tecNO_PERMISSION' } },
    })
    expect((await form('/time', { hours: '2' })).status).toBe(303)
    expect(await api({ from: 'seller', transaction: finish })).toMatchObject({
      body: { transaction: { code: 'tecNO_PERMISSION' } },
    })
    expect(await api({ from: 'friend', transaction: cancel })).toMatchObject({ status: 200 })
    expect(await client.getXrpBalance(BUYER)).toBe(Number((before - 0.000012).toFixed(6)))
  })

  test('keeps what was pasted when it is refused, and takes nothing from other sites', async () => {
    const refused = await form('/sign/xrpl', { from: 'seller', transaction: '{"TransactionType":"TrustSet"}' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('role="alert"')
    expect(page).toContain('{&quot;TransactionType&quot;:&quot;TrustSet&quot;}')
    expect(page).not.toContain('Sign and send')
    const foreign = await form('/sign/xrpl/send', { from: 'buyer', transaction: '{}' }, 'http://elsewhere.example')
    expect(foreign.status).toBe(403)
  })
})
