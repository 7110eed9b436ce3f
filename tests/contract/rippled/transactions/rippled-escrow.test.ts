/** Escrows on the harbour's rippled: created, finished by anybody with the secret, or cancelled after their date. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, Wallet } from 'xrpl'
import { denialOf, RICH } from '../rippled-world.ts'
import { CANCEL_AFTER, type EscrowWorld, OTHER_SECRET, openEscrows, SECRET, START } from './escrow-world.ts'

const WHOLE = BigInt(RICH)
const AMOUNT = 100_000_000n

let world: EscrowWorld
beforeEach(async () => {
  world = await openEscrows()
})
afterEach(() => world.close())

async function gains(): Promise<bigint[]> {
  const balances = await Promise.all(
    [world.alice, world.bob, world.carol].map(({ address }) => world.balanceOf(address)),
  )
  return balances.map((balance) => balance - WHOLE)
}

describe('an escrow against a secret', () => {
  test('takes the money out of its owner’s hands and binds a reserve', async () => {
    await world.created()
    expect(await gains()).toEqual([-AMOUNT - 12n, 0n, 0n])
    expect(await world.ownerCountOf(world.alice)).toBe(1)
    expect(await world.ownerCountOf(world.bob)).toBe(0)
    const rest = WHOLE - AMOUNT - 12n - 1_200_000n
    const pay = { TransactionType: 'Payment', Account: world.alice.address, Destination: world.carol.address }
    expect(await world.settle({ ...pay, Amount: String(rest + 1n) }, world.alice)).toBe('tecUNFUNDED_PAYMENT')
    expect(await world.settle({ ...pay, Amount: String(rest - 12n) }, world.alice)).toBe('tesSUCCESS')
  })

  test('is finished by anybody who has the secret, for its destination alone', async () => {
    const seq = await world.created()
    world.at(CANCEL_AFTER - 600)
    expect(await world.settle(world.finish(world.carol, { OfferSequence: seq }), world.carol)).toBe('tesSUCCESS')
    expect(await gains()).toEqual([-AMOUNT - 12n, AMOUNT, -350n])
    expect(await world.ownerCountOf(world.alice)).toBe(0)
    expect(await denialOf(world.escrowOf(seq))).toBe('entryNotFound')
  })

  test('is finished once, and neither finished nor cancelled after that', async () => {
    const seq = await world.created()
    await world.settle(world.finish(world.bob, { OfferSequence: seq }), world.bob)
    expect(await world.settle(world.finish(world.carol, { OfferSequence: seq }), world.carol)).toBe('tecNO_TARGET')
    world.at(CANCEL_AFTER + 1)
    expect(await world.settle(world.cancel(world.alice, { OfferSequence: seq }), world.alice)).toBe('tecNO_TARGET')
    expect(await gains()).toEqual([-AMOUNT - 24n, AMOUNT - 350n, -350n])
  })

  test('of two that finish it in one ledger, one does', async () => {
    const seq = await world.created()
    const sent = [
      await world.send(world.finish(world.bob, { OfferSequence: seq }), world.bob),
      await world.send(world.finish(world.carol, { OfferSequence: seq }), world.carol),
    ]
    expect(sent.map(({ result }) => result)).toEqual(['tesSUCCESS', 'tecNO_TARGET'])
    world.rippled.closeLedger()
    const results = await Promise.all(sent.map(({ hash }) => world.resultOf(hash)))
    expect(results.toSorted()).toEqual(['tecNO_TARGET', 'tesSUCCESS'])
    expect((await gains())[1]).toBe(AMOUNT - 350n)
  })

  test('stays closed to what does not fit, and each try costs its fee', async () => {
    const seq = await world.created()
    const tried = (about: Record<string, unknown>) =>
      world.settle(world.finish(world.bob, { OfferSequence: seq, ...about }), world.bob)
    expect(await tried({ Fulfillment: OTHER_SECRET.fulfilment })).toBe('tecCRYPTOCONDITION_ERROR')
    // Condition and fulfilment fit, but not this escrow.
    expect(await tried({ Fulfillment: OTHER_SECRET.fulfilment, Condition: OTHER_SECRET.condition })).toBe(
      'tecCRYPTOCONDITION_ERROR',
    )
    expect(await tried({ Fulfillment: undefined, Condition: undefined })).toBe('tecCRYPTOCONDITION_ERROR')
    expect(await tried({ Fulfillment: 'A0' })).toBe('tecCRYPTOCONDITION_ERROR')
    expect(await tried({ OfferSequence: seq + 7 })).toBe('tecNO_TARGET')
    expect(await tried({ Owner: world.bob.address })).toBe('tecNO_TARGET')
    expect(await gains()).toEqual([-AMOUNT - 12n, -6n * 350n, 0n])
    expect(await tried({})).toBe('tesSUCCESS')
  })

  test('has a half of the pair refused before it costs anything', async () => {
    const seq = await world.created()
    const half = world.finish(world.bob, { OfferSequence: seq, Condition: undefined })
    expect((await world.send(half, world.bob)).result).toBe('temMALFORMED')
    const other = world.finish(world.bob, { OfferSequence: seq, Fulfillment: undefined })
    expect((await world.send(other, world.bob)).result).toBe('temMALFORMED')
    world.rippled.closeLedger()
    expect((await gains())[1]).toBe(0n)
  })

  test('has a fee that grows with the fulfilment', async () => {
    const seq = await world.created()
    const feeOf = async (Fee: string, about = {}) =>
      (await world.send(world.finish(world.bob, { OfferSequence: seq, Fee, ...about }), world.bob)).result
    expect(await feeOf('349')).toBe('telINSUF_FEE_P')
    expect(await feeOf('359', { Fulfillment: `A02E802C${'00'.repeat(44)}` })).toBe('telINSUF_FEE_P')
    expect(await feeOf('360', { Fulfillment: `A02E802C${'00'.repeat(44)}` })).toBe('tecCRYPTOCONDITION_ERROR')
    expect(await feeOf('350')).toBe('tesSUCCESS')
  })
})

describe('the date of an escrow', () => {
  test('up to its second, it is finished and not cancelled', async () => {
    const seq = await world.created()
    world.at(CANCEL_AFTER)
    const cancel = await world.send(world.cancel(world.alice, { OfferSequence: seq }), world.alice)
    const finish = await world.send(world.finish(world.carol, { OfferSequence: seq }), world.carol)
    expect([cancel.result, finish.result]).toEqual(['tecNO_PERMISSION', 'tesSUCCESS'])
    world.rippled.closeLedger()
    expect(await world.resultOf(finish.hash)).toBe('tesSUCCESS')
    expect(await gains()).toEqual([-AMOUNT - 24n, AMOUNT, -350n])
  })

  test('a second later it is cancelled and not finished, by anybody, for its owner alone', async () => {
    const seq = await world.created()
    world.at(CANCEL_AFTER)
    // It closes a second after its parent.
    world.rippled.closeLedger()
    expect(await world.settle(world.finish(world.bob, { OfferSequence: seq }), world.bob)).toBe('tecNO_PERMISSION')
    expect(await world.settle(world.cancel(world.carol, { OfferSequence: seq }), world.carol)).toBe('tesSUCCESS')
    expect(await gains()).toEqual([-12n, -350n, -12n])
    expect(await world.ownerCountOf(world.alice)).toBe(0)
    expect(await denialOf(world.escrowOf(seq))).toBe('entryNotFound')
  })

  test('is compared with the ledger before, whenever the own one closes', async () => {
    const seq = await world.created()
    const { hash } = await world.send(world.finish(world.carol, { OfferSequence: seq }), world.carol)
    world.at(CANCEL_AFTER + 500)
    expect(await world.resultOf(hash)).toBe('tesSUCCESS')
  })

  test('wins when a finish that was sent in time comes too late, and the secret is known to all by then', async () => {
    const seq = await world.created()
    world.at(CANCEL_AFTER - 10)
    world.faults.set({ target: 'rippled', kind: 'include_late', lagLedgers: 2, times: 1 })
    const { hash, result } = await world.send(world.finish(world.carol, { OfferSequence: seq }), world.carol)
    expect(result).toBe('tesSUCCESS')
    for (const late of [10, 20, 30]) world.at(CANCEL_AFTER + late)
    expect(await world.ask({ command: 'tx', transaction: hash })).toMatchObject({
      meta: { TransactionResult: 'tecNO_PERMISSION' },
      tx_json: { Fulfillment: SECRET.fulfilment },
    })
    expect(await world.settle(world.cancel(world.carol, { OfferSequence: seq }), world.carol)).toBe('tesSUCCESS')
    expect(await gains()).toEqual([-12n, 0n, -350n - 12n])
  })

  test('goes before a right secret and after a wrong one', async () => {
    const seq = await world.created({ FinishAfter: START + 100 })
    const early = world.finish(world.bob, { OfferSequence: seq, Fulfillment: OTHER_SECRET.fulfilment })
    expect(await world.settle(early, world.bob)).toBe('tecNO_PERMISSION')
    world.at(START + 100)
    expect(await world.settle(world.finish(world.bob, { OfferSequence: seq }), world.bob)).toBe('tecNO_PERMISSION')
    world.at(START + 110)
    expect(await world.settle(world.finish(world.bob, { OfferSequence: seq }), world.bob)).toBe('tesSUCCESS')
  })

  test('alone opens it where there is no condition, and a secret then is one too many', async () => {
    const seq = await world.created({ Condition: undefined, CancelAfter: undefined, FinishAfter: START + 10 })
    world.at(START + 20)
    const bare = { OfferSequence: seq, Condition: undefined, Fulfillment: undefined, Fee: '10' }
    const secret = await world.settle(world.finish(world.bob, { OfferSequence: seq }), world.bob)
    expect(secret).toBe('tecCRYPTOCONDITION_ERROR')
    world.at(START + 100_000_000)
    // Without CancelAfter it never goes back.
    expect(await world.settle(world.cancel(world.alice, { OfferSequence: seq }), world.alice)).toBe('tecNO_PERMISSION')
    expect(await world.settle(world.finish(world.carol, bare), world.carol)).toBe('tesSUCCESS')
    expect((await gains())[1]).toBe(AMOUNT - 350n)
  })
})

describe('who may receive', () => {
  const set = async (wallet: Wallet, SetFlag: AccountSetAsfFlags) =>
    world.settle({ TransactionType: 'AccountSet', Account: wallet.address, SetFlag }, wallet)

  test('only an account that exists', async () => {
    const nobody = Wallet.generate().address
    expect(await world.settle(world.create({ Destination: nobody }), world.alice)).toBe('tecNO_DST')
  })

  test('with a tag where one is required, which the escrow keeps', async () => {
    await set(world.bob, AccountSetAsfFlags.asfRequireDest)
    expect(await world.settle(world.create(), world.alice)).toBe('tecDST_TAG_NEEDED')
    const seq = await world.created({ DestinationTag: 0 })
    expect(await world.escrowOf(seq)).toMatchObject({ node: { DestinationTag: 0 } })
  })

  test('a tag that is required later changes nothing', async () => {
    const seq = await world.created()
    await set(world.bob, AccountSetAsfFlags.asfRequireDest)
    expect(await world.settle(world.finish(world.carol, { OfferSequence: seq }), world.carol)).toBe('tesSUCCESS')
  })

  test('with deposit authorization, only by finishing it oneself', async () => {
    await set(world.bob, AccountSetAsfFlags.asfDepositAuth)
    const seq = await world.created()
    const finish = (by: Wallet) => world.settle(world.finish(by, { OfferSequence: seq }), by)
    expect(await finish(world.carol)).toBe('tecNO_PERMISSION')
    expect(await finish(world.alice)).toBe('tecNO_PERMISSION')
    expect(await finish(world.bob)).toBe('tesSUCCESS')
  })

  test('oneself, too', async () => {
    const seq = await world.created({ Destination: world.alice.address })
    expect(await world.escrowOf(seq)).not.toHaveProperty('node.DestinationNode')
    expect(await world.settle(world.finish(world.carol, { OfferSequence: seq }), world.carol)).toBe('tesSUCCESS')
    expect(await gains()).toEqual([-12n, 0n, -350n])
    expect(await world.ownerCountOf(world.alice)).toBe(0)
  })
})

describe('an account that is bound by an escrow', () => {
  test('cannot be deleted, on either side, until it is closed', async () => {
    const relaxed = await openEscrows({ deletableAfter: 0 })
    const { alice, bob, carol } = relaxed
    const seq = await relaxed.created()
    const deletion = (wallet: Wallet) => ({
      TransactionType: 'AccountDelete',
      Account: wallet.address,
      Destination: carol.address,
      Fee: '200000',
    })
    const tryDeletion = async (wallet: Wallet) =>
      (await relaxed.send(deletion(wallet), wallet, { failHard: true })).result
    expect(await tryDeletion(alice)).toBe('tecHAS_OBLIGATIONS')
    expect(await tryDeletion(bob)).toBe('tecHAS_OBLIGATIONS')
    await relaxed.settle(relaxed.finish(carol, { OfferSequence: seq, Condition: SECRET.condition }), carol)
    expect(await tryDeletion(alice)).toBe('tesSUCCESS')
    expect(await relaxed.settle(deletion(bob), bob)).toBe('tesSUCCESS')
    await relaxed.close()
  })
})
