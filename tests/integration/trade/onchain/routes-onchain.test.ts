/** The pages of an on-chain escrow: chosen at Submit, agreed by the seller, deposited by the buyer; and who may not. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { agreementOf, deposit, pollDeposits, prepared } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { seller as aSeller, type Person, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const agreed = (txid: string) => `/held?txid=${txid}&done=agree`

test('whoever agrees is bound to what the page showed, not to what the buyer has made of it since', async () => {
  const { txid, escrowId } = await routes.opened('XLM')
  const { escrow } = await routes.shownTo(routes.seller, txid)
  const seenTerms = escrow.sealed.fingerprint ?? ''
  await routes.world.deps.db.escrow.update({
    where: { id: escrowId },
    data: { amount: '1', correctedAt: routes.world.deps.clock.now() },
  })
  const send = (terms: string) =>
    routes.send({ by: routes.seller, txid, fields: routes.agreeing('XLM', { seenTerms: terms }) })
  expect([seenTerms !== '', await send(seenTerms)]).toEqual([true, ['terms_changed']])
  expect(await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({
    sellerId: null,
  })
  const after = (await routes.shownTo(routes.seller, txid)).escrow.sealed.fingerprint ?? ''
  expect(await send(after)).toBe(agreed(txid))
})

describe('the choice at Submit', () => {
  test.each([
    [{ buyerWalletAddress: '' }, 'held_wallet_required', 'buyerWalletAddress'],
    [{ buyerMemoTag: '7' }, 'held_no_memo', 'buyerMemoTag'],
    [{ sellerEmail: '' }, 'held_seller_required', 'sellerEmail'],
    [{ type: 'manual', txid: 'a'.repeat(64) }, 'held_auto_only', 'type'],
    [{ heldUntil: '' }, 'held_until_invalid', 'heldUntil'],
    [{ heldUntil: '90' }, 'held_until_invalid', 'heldUntil'],
    [{ heldUntil: '2020-01-01' }, 'held_until_invalid', 'heldUntil'],
  ])('%j is refused beside its field', async (changes, _refused, field) => {
    const { escrow } = routes.world.deps.db
    const before = await escrow.count()
    const answer = await routes.open('XLM', changes)
    expect(answer).toMatchObject({ data: { problems: [{ field }], values: { heldBy: 'ledger' } } })
    expect(await escrow.count()).toBe(before)
  })

  test('is refused for all that is missing at once', async () => {
    const answer = await routes.open('XLM', { sellerEmail: '', buyerWalletAddress: '', heldUntil: '' })
    expect(answer).toMatchObject({
      data: { problems: [{ field: 'heldUntil' }, { field: 'sellerEmail' }, { field: 'buyerWalletAddress' }] },
    })
  })

  test('asks nobody how a payment is found, which the form had been told before', async () => {
    const { txid } = await routes.opened('XLM', { type: 'manual', txid: '' })
    expect(txid).toMatch(/^auto_/)
  })

  test('is none where nothing keeps what the ledger holds', async () => {
    const { keeping } = routes.world.deps
    const { stellar } = keeping
    keeping.stellar = null
    try {
      expect(await routes.open('XLM')).toMatchObject({ data: { problems: [{ field: 'heldBy' }] } })
    } finally {
      keeping.stellar = stellar
    }
  })

  test('leads each side to its page of the escrow, where the task stands', async () => {
    const { txid } = await routes.opened('XRP')
    expect(await routes.sentTo(routes.buyer, txid)).toBe(`/transaction-lookup?txid=${txid}#held`)
    expect(await routes.sentTo(routes.seller, txid)).toBe(`/seller-confirm?txid=${txid}#held`)
    const [buyers, sellers] = [
      await routes.viewOf(routes.buyer, txid),
      await routes.viewOf(routes.seller, txid, 'confirmation'),
    ]
    expect(buyers).toMatchObject({ held: { reader: 'buyer', step: 'agree', offer: null } })
    expect(sellers).toMatchObject({ held: { reader: 'seller', step: 'agree', offer: null } })
  })

  test('is notice to the side whose turn it is, which letters may not have reached', async () => {
    const dates = { fundBy: routes.inDays(10), presentBy: routes.inDays(20), examineDays: '5', onSilence: 'dispute' }
    const { txid } = await routes.locked('XLM', { dates: 'agreed', documents: 'BillOfLading', ...dates })
    const visits = () =>
      routes.world.deps.db.partyVisit.findMany({ where: { escrow: { transactionId: txid } }, select: { userId: true } })
    await routes.shownTo(routes.seller, txid)
    expect(await visits()).toEqual([{ userId: routes.seller.id }])
  })

  test('opens an escrow with wallet and date, asks for no payment to us, and leads to its page', async () => {
    const { escrowId, txid } = await routes.opened('XLM')
    const { db } = routes.world.deps
    const stored = await db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { hold: true } })
    expect(stored).toMatchObject({
      heldBy: 'ledger',
      walletAddress: null,
      buyerWalletAddress: walletOf('XLM', 'buyer'),
    })
    expect(stored.hold).toMatchObject({
      buyerWallet: walletOf('XLM', 'buyer'),
      deadline: new Date(`${routes.inDays(60)}T23:59:00Z`),
    })
    const letters = await db.outboxLetter.findMany({ where: { escrowId }, select: { key: true } })
    expect(letters.filter(({ key }) => key.startsWith('escrow_to_fund'))).toEqual([])
    expect(await routes.openedLeadsTo(txid)).toBe(`/held?txid=${txid}`)
    const lookup = await routes.viewOf(routes.buyer, txid)
    expect(lookup).toMatchObject({ qr: null, due: null, escrow: { custody: { fundedBy: 'lock' }, turn: 'seller' } })
  })

  test('with Quayside everything is as ever', async () => {
    const answer = await routes.open('XLM', { heldBy: 'quayside', walletAddress: walletOf('XLM') })
    expect(answer).toMatchObject({ status: 303 })
    const newest = await routes.world.deps.db.escrow.findFirstOrThrow({
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    })
    expect(newest.heldBy).toBe('quayside')
    const txid = newest.transactionId
    expect(await routes.sentTo(routes.buyer, txid)).toBe(`/transaction-lookup?txid=${txid}`)
  })
})

describe('the page of what the ledger holds', () => {
  test('is for its two sides, and operators read it', async () => {
    const { txid, escrowId } = await routes.opened('XLM')
    expect(await routes.shownTo(routes.buyer, txid)).toMatchObject({ reader: 'buyer', step: 'agree', offer: null })
    expect(await routes.shownTo(routes.seller, txid)).toMatchObject({ reader: 'seller', step: 'agree', offer: null })
    const stranger = await aSeller(routes.world)
    expect(await routes.sentTo(stranger, txid)).toBe(`/transaction-lookup?txid=${txid}`)
    expect(await routes.sentTo(null, txid)).toBe(`/login?redirectTo=${encodeURIComponent(`/held?txid=${txid}`)}`)
    expect(await routes.send({ by: stranger, txid, fields: routes.agreeing('XLM') })).toBe(
      `/transaction-lookup?txid=${txid}`,
    )
    expect(await routes.send({ by: null, txid, fields: routes.agreeing('XLM') })).toBe('/login?redirectTo=%2Fheld')

    const { db } = routes.world.deps
    const operator = await aSeller(routes.world)
    await db.user.update({ where: { id: operator.id }, data: { role: 'admin' } })
    expect(await routes.shownTo(operator, txid)).toMatchObject({ reader: null, offer: null })
    expect(await routes.send({ by: operator, txid, fields: routes.agreeing('XLM') })).toEqual(['escrow_not_found'])
    expect(await db.holdAgreement.count({ where: { escrowId } })).toBe(0)
  })

  test('accepts the terms with the wallet, once, and the escrow’s page says so to both', async () => {
    const { txid, escrowId } = await routes.opened('XLM')
    const { buyer, seller } = routes
    const { db } = routes.world.deps
    const termsOf = async (person: Person) => (await routes.viewOf(person, txid)).escrow
    expect(await termsOf(buyer)).toMatchObject({ parts: { terms: 'waits', task: null }, sealed: { versions: [] } })
    const before = await routes.viewOf(seller, txid, 'confirmation')
    expect(before.escrow).toMatchObject({
      parts: { task: 'agree', presenting: 'after_lock' },
      sealed: { mayAccept: true },
    })
    const seenTerms = before.escrow?.sealed.fingerprint ?? ''
    expect(await routes.send({ by: seller, txid, fields: routes.agreeing('XLM', { seenTerms }) })).toBe(agreed(txid))
    for (const person of [buyer, seller]) {
      const { sealed, parts } = (await termsOf(person)) ?? {}
      expect(parts?.terms).toBeNull()
      expect(sealed).toMatchObject({ versions: [{ version: 1, sha256: seenTerms }], mayAccept: false })
    }
    const another = routes.agreeing('XLM', { walletAddress: walletOf('XLM', 'friend') })
    expect(await routes.send({ by: seller, txid, fields: another })).toBe(agreed(txid))
    expect(await db.acceptedTerms.count({ where: { escrowId } })).toBe(1)
    expect(await db.auditEvent.count({ where: { escrowId, kind: 'terms_accepted' } })).toBe(1)
  })

  test('accepts nothing of Quayside’s own terms that the form did not name', async () => {
    const { db } = routes.world.deps
    const at = new Date()
    const sells = await aUser(db, { role: 'seller', termsVersion: TERMS_VERSION, emailConfirmedAt: at })
    const { txid, escrowId } = await routes.opened('XLM', { sellerEmail: sells.email })
    const send = (changes = {}) => routes.send({ by: sells, txid, fields: routes.agreeing('XLM', changes) })
    expect((await routes.shownTo(sells, txid)).escrow.sealed.asksSupplement).toBe(true)
    expect(await send()).toEqual(['terms_supplement_unread'])
    expect(await db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({ sellerId: null })
    expect(await db.holdAgreement.count({ where: { escrowId } })).toBe(0)
    expect(await send({ seenSupplement: TERMS_SUPPLEMENT })).toBe(agreed(txid))
    expect(await db.serviceTermsAcceptance.findMany({ where: { userId: sells.id } })).toMatchObject([
      { occasion: 'accepting', escrowId, supplement: TERMS_SUPPLEMENT },
    ])
  })

  test('takes the seller’s own wallet alone, with the tick, and not from the buyer', async () => {
    const { txid, escrowId } = await routes.opened('XLM')
    const by = routes.seller
    const refused = (changes: Record<string, string>) =>
      routes.send({ by, txid, fields: routes.agreeing('XLM', changes) })
    expect(await refused({ isAccepted: '' })).toEqual(['held_accept_required', 'isAccepted'])
    expect(await refused({ walletAddress: '' })).toEqual(['wallet_required', 'walletAddress'])
    expect(await refused({ walletAddress: walletOf('XRP') })).toEqual(['wallet_other_network', 'walletAddress'])
    expect(await refused({ walletMemo: '12' })).toEqual(['held_no_memo', 'walletMemo'])
    expect(await refused({ walletAddress: walletOf('XLM', 'buyer') })).toEqual(['held_same_wallet', 'walletAddress'])
    expect(await routes.send({ by: routes.buyer, txid, fields: routes.agreeing('XLM') })).toEqual(['escrow_not_found'])
    const { holdAgreement } = routes.world.deps.db
    expect(await holdAgreement.count({ where: { escrowId } })).toBe(0)
    expect(await refused({})).toBe(agreed(txid))
    // The same form sent twice.
    expect(await refused({})).toBe(agreed(txid))
    expect(await holdAgreement.findMany({ where: { escrowId } })).toMatchObject([
      { sellerWallet: walletOf('XLM', 'seller'), sellerTag: null, agreedById: by.id, supersededAt: null },
    ])
    expect(await routes.shownTo(by, txid)).toMatchObject({ step: 'prepare' })
    expect(await refused({ walletAddress: walletOf('XLM', 'friend') })).toBe(agreed(txid))
    expect(await holdAgreement.count({ where: { escrowId, supersededAt: null } })).toBe(1)
  })

  test('gives the buyer’s wallet what to sign, sends it when it is that, and goes on when the ledger has it', async () => {
    const trade = await routes.opened('XLM')
    const { txid } = trade
    const by = routes.buyer
    expect(await routes.send({ by, txid, fields: { intent: 'send_lock', signed: 'x' } })).toEqual(['held_not_prepared'])
    await routes.send({ by: routes.seller, txid, fields: routes.agreeing('XLM') })
    await prepared(routes.world, trade)
    expect(await routes.shownTo(routes.seller, txid)).toMatchObject({ step: 'lock', offer: null })
    const { offer } = await routes.shownTo(by, txid)
    if (offer?.network !== 'stellar') throw new Error('nothing to sign')
    expect(offer.uri).toContain(
      `web+stellar:tx?xdr=${encodeURIComponent(offer.xdr)}&pubkey=${walletOf('XLM', 'buyer')}`,
    )

    const { stellar } = routes.world.deps.held
    const signedBy = (name: 'buyer' | 'friend') => {
      const key = stellarPlayKey(name)
      const signature = Buffer.from(key.sign(Buffer.from(offer.hash, 'hex'))).toString('base64')
      return stellar.withSignatures(offer.xdr, [{ address: key.publicKey(), signature }])
    }
    const lockWith = (signed: string, from: Person = by) =>
      routes.send({ by: from, txid, fields: { intent: 'send_lock', signed } })
    expect(await lockWith('')).toEqual(['signature_unreadable', 'signed'])
    expect(await lockWith('what is this')).toEqual(['signature_unreadable', 'signed'])
    expect(await lockWith(offer.xdr)).toEqual(['signature_unreadable', 'signed'])
    expect(await lockWith(signedBy('friend'))).toEqual(['signature_foreign', 'signed'])
    expect(await lockWith(signedBy('buyer'), routes.seller)).toEqual(['escrow_not_found'])
    expect(await lockWith(signedBy('buyer'))).toBe(`/held?txid=${txid}&done=send_lock`)

    const { account, terms } = await agreementOf(routes.world, trade)
    await expect.poll(async () => (await stellar.findLocks(terms, account ?? '')).locks.length).toBe(1)
    await pollDeposits(routes.world)
    const page = await routes.shownTo(by, txid)
    expect(page).toMatchObject({ step: 'locked', offer: null, hold: { lock: { differences: [] }, others: [] } })
    expect((await routes.viewOf(by, txid)).escrow).toMatchObject({
      stage: 'awaiting_confirmation',
      custody: { fundedBy: 'lock' },
    })
    expect(await lockWith(signedBy('buyer'))).toEqual(['held_locked_before'])
    expect(await routes.send({ by: routes.seller, txid, fields: routes.agreeing('XLM') })).toEqual([
      'held_locked_before',
    ])
  })

  test('shows a wallet of the XRP Ledger what to sign, and what was locked otherwise', async () => {
    const trade = await routes.opened('XRP')
    const { txid } = trade
    await routes.send({ by: routes.seller, txid, fields: routes.agreeing('XRP') })
    const agreement = await prepared(routes.world, trade)
    expect(await routes.shownTo(routes.seller, txid)).toMatchObject({ offer: null })
    const { offer } = await routes.shownTo(routes.buyer, txid)
    if (offer?.network !== 'xrpl') throw new Error('nothing to sign')
    expect(JSON.parse(offer.json)).toMatchObject({
      TransactionType: 'EscrowCreate',
      Account: walletOf('XRP', 'buyer'),
      Destination: walletOf('XRP', 'seller'),
      Condition: expect.stringMatching(/^A0258020[0-9A-F]{64}810120$/),
      Sequence: expect.any(Number),
      LastLedgerSequence: expect.any(Number),
    })
    await deposit(routes.world, agreement, { amount: agreement.terms.amount.minus(1) })
    await pollDeposits(routes.world)
    expect(await routes.shownTo(routes.buyer, txid)).toMatchObject({
      step: 'lock',
      hold: { lock: null, others: [{ differences: ['amount'], isOfFormerWallet: false }] },
    })
    await deposit(routes.world, agreement)
    await pollDeposits(routes.world)
    expect(await routes.shownTo(routes.seller, txid)).toMatchObject({ step: 'locked', hold: { others: [{}] } })
  })

  test('asks for nothing that could not be looked at: a ledger that does not answer says so', async () => {
    const trade = await routes.opened('XLM')
    const { txid, escrowId } = trade
    await routes.send({ by: routes.seller, txid, fields: routes.agreeing('XLM') })
    await prepared(routes.world, trade)
    routes.world.harbour.faults.set({ target: 'horizon', kind: 'html' })
    try {
      expect((await routes.shownTo(routes.buyer, txid)).offer).toMatchObject({
        network: null,
        buyer: { refused: 'wallet_unchecked' },
      })
    } finally {
      routes.world.harbour.faults.clear()
    }
    expect(await routes.world.deps.db.holdLock.count({ where: { escrowId } })).toBe(0)
  })
})
