/** Escrows of the XRP Ledger meet the common contract; and what only this ledger has. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountSetAsfFlags, Wallet } from 'xrpl'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import { LEDGERS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import { describeHolding } from './onchain-contract.ts'
import { settle } from './onchain-ground.ts'
import { DATE, openXrplGround, rippleTime, START, withoutNumbers, type XrplGround } from './xrpl-ground.ts'

describeHolding('the XRP Ledger', openXrplGround)

describe('an escrow of the XRP Ledger', () => {
  let ground: XrplGround
  beforeEach(async () => {
    ground = await openXrplGround()
  })
  afterEach(() => ground.close())

  const draft = (about: Record<string, unknown> = {}) => ground.draft(about)
  const conditions = () => [ground.secret.condition]

  const submitFinish = (release: SignedPayout, { deadline = DATE } = {}) => {
    const { sellerWallet: address, sellerTag: memo, amount } = ground.terms
    const seller = { asset: 'XRP' as const, address, memo, amount }
    return ground.keeper.submitFinish(release, { ...ground.found(), deadline, seller })
  }

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a drop less', { Amount: '50000000' }, ['amount']],
    ['a second more', { CancelAfter: rippleTime(DATE + 1) }, ['date']],
    ['a second less', { CancelAfter: rippleTime(DATE - 1) }, ['date']],
    ['a tag that nobody asked for', { DestinationTag: 0 }, ['tag']],
    ['another lock', { Condition: `A0258020${'AB'.repeat(32)}810120` }, ['condition']],
    ['a date before which nobody can finish', { FinishAfter: rippleTime(START + 60) }, ['finish_after']],
  ])('that has %s is seen', async (_what, about, differences) => {
    expect((await ground.create(await draft(about)))?.differences).toEqual(differences)
  })

  it('that has no end or goes to somebody else is seen', async () => {
    const { CancelAfter: _end, ...endless } = await draft({ FinishAfter: rippleTime(START + 60) })
    expect((await ground.create(endless))?.differences).toEqual(['date', 'finish_after'])
    const elsewhere = await draft({ Destination: ground.stranger.address })
    expect((await ground.create(elsewhere))?.differences).toEqual(['destination'])
  })

  it('of another owner is seen, though it is for this seller', async () => {
    const create = withoutNumbers(await draft({ Account: ground.stranger.address }))
    const { hash } = await ground.send(create, ground.stranger)
    const found = await ground.held.findCreated(ground.terms, { conditions: conditions(), hash })
    expect(found?.differences).toEqual(['payer'])
    expect(await ground.findLocked()).toEqual([])
  })

  it('with the tag that the seller asked for is as agreed', async () => {
    const terms = { ...ground.terms, sellerTag: '0' }
    const { hash } = await ground.send(await draft({ DestinationTag: 0 }), ground.buyer)
    expect((await ground.held.findCreated(terms, { conditions: conditions(), hash }))?.differences).toEqual([])
    const { locks } = await ground.held.findHeldBy(terms, conditions())
    expect(locks.map(({ hash: known }) => known)).toEqual([hash])
  })

  it('is asked for with a number and a last ledger, and writes the terms of the agreement', async () => {
    const { ledger, sequence } = await ground.held.readWallet(ground.buyer.address)
    expect(await draft()).toEqual({
      TransactionType: 'EscrowCreate',
      Account: ground.buyer.address,
      Destination: ground.seller.address,
      Amount: '50000001',
      Condition: ground.secret.condition,
      CancelAfter: rippleTime(DATE),
      Sequence: sequence,
      LastLedgerSequence: ledger + LEDGERS_TO_SIGN,
      Memos: [{ Memo: { MemoData: Buffer.from('1234567890').toString('hex').toUpperCase() } }],
    })
  })

  it('is made once by one draft: the second sending is of a number that was used up', async () => {
    const create = await draft()
    expect((await ground.send(create, ground.buyer)).code).toBe('tesSUCCESS')
    // The same draft, signed again with another fee.
    expect((await ground.send({ ...create, Fee: '20' }, ground.buyer)).code).toBe('tefPAST_SEQ')
    expect(await ground.findLocked()).toEqual([[]])
  })

  it('is not made by a draft after its last ledger, and its number is free for another', async () => {
    const create = await draft()
    while ((await ground.held.readWallet(ground.buyer.address)).ledger < create.LastLedgerSequence) ground.closeLedger()
    expect((await ground.send(create, ground.buyer)).code).toBe('tefMAX_LEDGER')
    expect((await ground.held.readWallet(ground.buyer.address)).sequence).toBe(create.Sequence)
    expect((await ground.send(await draft(), ground.buyer)).code).toBe('tesSUCCESS')
  })

  it('is found under each of several conditions, with how much it is, the earliest first', async () => {
    const other = ground.keeper.newSecret((bytes) => randomBytes(bytes)).condition
    await ground.create(await draft({ Amount: '50000000' }))
    await ground.create(await draft({ Condition: other }))
    await ground.create(withoutNumbers(await draft()))
    const { locks } = await ground.held.findHeldBy(ground.terms, [other, ground.secret.condition.toLowerCase()])
    expect(locks.map(({ condition, amount, differences }) => [condition, amount?.toFixed(), differences])).toEqual([
      [ground.secret.condition, '50', ['amount']],
      [other, '50.000001', []],
      [ground.secret.condition, '50.000001', []],
    ])
    expect((await ground.held.findHeldBy(ground.terms, [other])).locks).toHaveLength(1)
    expect((await ground.held.findHeldBy(ground.terms, [])).locks).toEqual([])
  })

  it('has a wallet whose number is that of a validated ledger, or none', async () => {
    const before = await ground.held.readWallet(ground.buyer.address)
    await ground.lock()
    const after = await ground.held.readWallet(ground.buyer.address)
    expect([after.sequence, after.ledger > before.ledger]).toEqual([(before.sequence ?? 0) + 1, true])
    expect((await ground.held.readWallet(Wallet.generate().address)).sequence).toBeNull()
  })

  it('is no payment, no failed creation and no hash of nothing', async () => {
    const find = (hash: string) => ground.held.findCreated(ground.terms, { conditions: conditions(), hash })
    const pay = { TransactionType: 'Payment', Destination: ground.seller.address, Amount: '1000000' }
    expect(await find((await ground.send(pay, ground.buyer)).hash)).toBeNull()
    const failed = await ground.send(await draft({ Amount: '2000000000' }), ground.buyer)
    expect(failed.code).toBe('tecUNFUNDED')
    expect(await find(failed.hash)).toBeNull()
    expect(await find('0'.repeat(64))).toBeNull()
    expect(await find('no hash')).toBeNull()
  })

  it('is found by its hash after its end, too, with what ended it', async () => {
    await ground.lock()
    const { hash } = ground.found()
    const release = await settle(ground, await ground.signRelease())
    const found = await ground.held.findCreated(ground.terms, { conditions: conditions(), hash })
    expect(found).toMatchObject({ differences: [], end: { kind: 'finished', by: ground.keeper.source } })
    expect(release).toMatchObject({ kind: 'settled', hash: found?.end?.hash })
  })

  it('cannot be moved by anybody without the secret, nor by the keeper to anybody but this seller', async () => {
    await ground.lock()
    const { owner, sequence } = ground.found()
    const finish = { TransactionType: 'EscrowFinish', Owner: owner, OfferSequence: sequence }
    const cancel = { TransactionType: 'EscrowCancel', Owner: owner, OfferSequence: sequence }
    for (const wallet of [ground.buyer, ground.seller, ground.stranger]) {
      expect((await ground.send(finish, wallet)).code).toBe('tecCRYPTOCONDITION_ERROR')
      expect((await ground.send(cancel, wallet)).code).toBe('tecNO_PERMISSION')
    }
    // A finish names no payee: the ledger pays the escrow's own destination.
    const before = await ground.balances()
    const { hash } = await ground.send(
      { ...finish, Condition: ground.secret.condition, Fulfillment: ground.secret.fulfilment, Fee: '350' },
      ground.stranger,
    )
    expect((await ground.balances()).seller - before.seller).toBe(ground.units)
    expect(await ground.held.findEnd(ground.found())).toMatchObject({
      kind: 'finished',
      hash,
      by: ground.stranger.address,
    })
  })

  it('that was cancelled by somebody else is not released: nothing is sent, and what is sent all the same fails', async () => {
    await ground.lock()
    const release = await ground.signRelease()
    ground.at(DATE + 1)
    const { owner, sequence } = ground.found()
    await ground.send({ TransactionType: 'EscrowCancel', Owner: owner, OfferSequence: sequence }, ground.stranger)
    expect(await ground.held.findEnd(ground.found())).toMatchObject({ kind: 'cancelled', by: ground.stranger.address })
    // The date has passed by the ledger's clock; well before it, the check finds that the escrow has ended.
    expect(await submitFinish(release)).toMatchObject({ answered: false, note: 'not sent: its date is too near' })
    const early = { deadline: DATE + 86_400 }
    expect(await submitFinish(release, early)).toMatchObject({ note: 'not sent: the escrow has ended' })
    const careless = await ground.signRelease()
    await ground.keeper.submit(careless)
    for (let ledgers = 0; ledgers < 25; ledgers += 1) ground.closeLedger()
    expect(await ground.keeper.outcomeOf(release)).toEqual({ kind: 'expired' })
    expect(await ground.keeper.outcomeOf(careless)).toMatchObject({ kind: 'failed', code: 'tecNO_TARGET' })
    expect(await ground.keeper.submit(careless)).toMatchObject({
      answered: false,
      note: expect.stringMatching(/^not sent: ledger/),
    })
  })

  it('is sent only while the seller can be paid in the newest ledger', async () => {
    await ground.lock()
    const release = await ground.signRelease()
    await ground.send({ TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfDepositAuth }, ground.seller)
    expect(await submitFinish(release)).toMatchObject({ note: "not sent: the seller's wallet: deposit_auth" })
    await ground.send({ TransactionType: 'DepositPreauth', Authorize: ground.keeper.source }, ground.seller)
    expect(await submitFinish(release)).toMatchObject({ answered: true, taken: true })
    ground.closeLedger()
    expect(await ground.keeper.outcomeOf(release)).toMatchObject({ kind: 'settled' })
  })

  it('has a fee for its secret that the ledger takes, and costs no more when it is cancelled', async () => {
    await ground.lock()
    const release = await settle(ground, await ground.signRelease())
    expect(release.kind === 'settled' && release.feePaid.toFixed()).toBe('0.00042')
  })

  describe('is warned of before it is made', () => {
    const obstacles = (about = {}) => ground.held.obstaclesTo({ ...ground.terms, ...about }, 'before_locking')
    const set = (wallet: Wallet, SetFlag: AccountSetAsfFlags) =>
      ground.send({ TransactionType: 'AccountSet', SetFlag }, wallet)

    it('unless nothing is in the way', async () => {
      expect(await obstacles()).toEqual({ buyer: null, seller: null })
    })

    it('for a seller who does not exist, who asks for a tag, or is the buyer', async () => {
      const nobody = Wallet.generate().address
      expect(await obstacles({ sellerWallet: nobody })).toMatchObject({ seller: 'account_missing' })
      expect(await obstacles({ sellerWallet: 'rNobody' })).toMatchObject({ seller: 'address_invalid' })
      expect(await obstacles({ sellerWallet: ground.buyer.address })).toEqual({
        buyer: 'same_wallet',
        seller: 'same_wallet',
      })
      await set(ground.seller, AccountSetAsfFlags.asfRequireDest)
      expect(await obstacles()).toMatchObject({ seller: 'tag_required' })
      expect(await obstacles({ sellerTag: '7' })).toMatchObject({ seller: null })
    })

    it('for a seller who lets nobody in, until the keeper is let in', async () => {
      await set(ground.seller, AccountSetAsfFlags.asfDepositAuth)
      expect(await obstacles()).toMatchObject({ seller: 'deposit_auth' })
      await ground.send({ TransactionType: 'DepositPreauth', Authorize: ground.keeper.source }, ground.seller)
      expect(await obstacles()).toMatchObject({ seller: null })
      await ground.lock()
      expect(await settle(ground, await ground.signRelease())).toMatchObject({ kind: 'settled' })
    })

    it('for a seller who wants no XRP', async () => {
      await set(ground.seller, AccountSetAsfFlags.asfDisallowXRP)
      expect(await obstacles()).toMatchObject({ seller: 'xrp_disallowed' })
    })

    it('for a buyer who has not the amount, the reserve and a fee', async () => {
      // 1000 XRP, less 1 for the account, 0.2 for the escrow and the highest fee.
      const most = new Decimal('998.795')
      expect(await obstacles({ amount: most })).toMatchObject({ buyer: null })
      expect(await obstacles({ amount: most.plus('0.000001') })).toMatchObject({ buyer: 'funds_short' })
      expect(await obstacles({ buyerWallet: Wallet.generate().address })).toMatchObject({ buyer: 'account_missing' })
    })
  })
})
