/** Escrows of the XRP Ledger: the common contract, and what is this ledger's own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountSetAsfFlags, Wallet } from 'xrpl'
import { Decimal } from '#app/domain/kernel/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import { describeHolding } from './held-contract.ts'
import { settle } from './held-ground.ts'
import { DATE, openXrplGround, rippleTime, START, type XrplGround } from './xrpl-ground.ts'

describeHolding('the XRP Ledger', openXrplGround)

describe('an escrow of the XRP Ledger', () => {
  let ground: XrplGround
  beforeEach(async () => {
    ground = await openXrplGround()
  })
  afterEach(() => ground.close())

  const draft = (about: Record<string, unknown> = {}) => ({
    ...ground.held.writeCreate(ground.terms, ground.secret.condition),
    ...about,
  })

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
    expect((await ground.create(draft(about)))?.differences).toEqual(differences)
  })

  it('that has no end or goes to somebody else is seen', async () => {
    const { CancelAfter: _end, ...endless } = draft({ FinishAfter: rippleTime(START + 60) })
    expect((await ground.create(endless))?.differences).toEqual(['date', 'finish_after'])
    const elsewhere = draft({ Destination: ground.stranger.address })
    expect((await ground.create(elsewhere))?.differences).toEqual(['destination'])
  })

  it('of another owner is seen, though it is for this seller', async () => {
    const { hash } = await ground.send(draft({ Account: ground.stranger.address }), ground.stranger)
    const found = await ground.held.findCreated(ground.terms, { condition: ground.secret.condition, hash })
    expect(found?.differences).toEqual(['payer'])
    expect(await ground.findLocked()).toEqual([])
  })

  it('with the tag that the seller asked for is as agreed', async () => {
    const terms = { ...ground.terms, sellerTag: '0' }
    const { condition } = ground.secret
    const { hash } = await ground.send(ground.held.writeCreate(terms, condition), ground.buyer)
    expect((await ground.held.findCreated(terms, { condition, hash }))?.differences).toEqual([])
    expect((await ground.held.findHeldBy(terms, condition)).locks.map(({ hash: known }) => known)).toEqual([hash])
  })

  it('is no payment, no failed creation and no hash of nothing', async () => {
    const find = (hash: string) => ground.held.findCreated(ground.terms, { condition: ground.secret.condition, hash })
    const pay = { TransactionType: 'Payment', Destination: ground.seller.address, Amount: '1000000' }
    expect(await find((await ground.send(pay, ground.buyer)).hash)).toBeNull()
    const failed = await ground.send(draft({ Amount: '2000000000' }), ground.buyer)
    expect(failed.code).toBe('tecUNFUNDED')
    expect(await find(failed.hash)).toBeNull()
    expect(await find('0'.repeat(64))).toBeNull()
    expect(await find('no hash')).toBeNull()
  })

  it('is found by its hash after its end, too, with what ended it', async () => {
    await ground.lock()
    const { hash } = ground.found()
    const release = await settle(ground, await ground.signRelease())
    const found = await ground.held.findCreated(ground.terms, { condition: ground.secret.condition, hash })
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
    // What the keeper signs names no payee: the ledger knows only this one.
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
    // By the ledger's own clock the date has passed; well before it the look finds that nothing is there any more.
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
      // 1000 XRP, less 1 for the account and 0.2 for the escrow, less the dearest fee.
      const most = new Decimal('998.795')
      expect(await obstacles({ amount: most })).toMatchObject({ buyer: null })
      expect(await obstacles({ amount: most.plus('0.000001') })).toMatchObject({ buyer: 'funds_short' })
      expect(await obstacles({ buyerWallet: Wallet.generate().address })).toMatchObject({ buyer: 'account_missing' })
    })
  })
})
