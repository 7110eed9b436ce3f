/** Who may sign on the harbour's rippled, as a rippled 2.2.0 answered: master key, regular key, several signers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, decode, multisign, type SubmittableTransaction, Wallet } from 'xrpl'
import { z } from 'zod'
import { signerListSet } from '#harbour/rippled/engine/account/signer-list-set.ts'
import { compareAccounts } from '#harbour/rippled/engine/signing.ts'
import { type Draft, denialOf, frames, openRippled, RICH, type RippledWorld } from '../rippled-world.ts'

let world: RippledWorld
beforeEach(async () => {
  world = await openRippled()
})
afterEach(() => world.close())

/** Two keys without an account on the ledger, in the order of their account ids. */
const SIGNERS = [Wallet.generate(), Wallet.generate()].toSorted((one, other) =>
  compareAccounts(one.address, other.address),
)
const [first, second] = SIGNERS as [Wallet, Wallet]
const stranger = Wallet.generate()

const InfoSchema = z.looseObject({
  account_data: z.looseObject({ Flags: z.number(), Balance: z.string(), OwnerCount: z.number(), Sequence: z.number() }),
})
const infoOf = async (wallet: Wallet, about: Record<string, unknown> = {}) =>
  InfoSchema.parse(await world.ask({ command: 'account_info', account: wallet.address, ...about }))

const entry = (wallet: Wallet, SignerWeight = 1) => ({ SignerEntry: { Account: wallet.address, SignerWeight } })
const listOf = (SignerQuorum: number, SignerEntries: ReturnType<typeof entry>[] | null, about = {}): Draft => ({
  TransactionType: 'SignerListSet',
  Account: world.alice.address,
  SignerQuorum,
  ...(SignerEntries === null ? {} : { SignerEntries }),
  ...about,
})
const pay = (from: Wallet, about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'Payment',
  Account: from.address,
  Destination: world.carol.address,
  Amount: '1000000',
  ...about,
})
const set = (wallet: Wallet, about: Record<string, unknown>): Draft => ({
  TransactionType: 'AccountSet',
  Account: wallet.address,
  ...about,
})
const disableMaster = (wallet: Wallet) => set(wallet, { SetFlag: AccountSetAsfFlags.asfDisableMaster })
const regularKey = (wallet: Wallet, key: Wallet | null): Draft => ({
  TransactionType: 'SetRegularKey',
  Account: wallet.address,
  ...(key === null ? {} : { RegularKey: key.address }),
})
/** The provisional result. A transaction that fails leaves no trace. */
const tried = async (draft: Draft, by: Wallet) => (await world.send(draft, by, { failHard: true })).result

async function signedByAll(draft: Draft, wallets: Wallet[]): Promise<string> {
  const { Sequence } = (await infoOf(world.alice)).account_data
  const complete = { Fee: String(10 * (1 + wallets.length)), Flags: 0, Sequence, ...draft } as never
  return multisign(wallets.map((wallet) => wallet.sign(complete as SubmittableTransaction, true).tx_blob))
}
async function triedByAll(draft: Draft, wallets: Wallet[]): Promise<unknown> {
  const tx_blob = await signedByAll(draft, wallets)
  return (await world.ask({ command: 'submit', tx_blob, fail_hard: true })).engine_result
}

describe('a regular key', () => {
  test('signs for the account, and may not be the master key', async () => {
    const { bob } = world
    expect(await tried(regularKey(bob, bob), bob)).toBe('temBAD_REGKEY')
    expect(await tried(pay(bob), first)).toBe('tefBAD_AUTH')
    expect(await world.settle(regularKey(bob, first), bob)).toBe('tesSUCCESS')
    expect(await infoOf(bob)).toMatchObject({ account_data: { RegularKey: first.address } })
    expect(await world.settle(pay(bob), first)).toBe('tesSUCCESS')
    expect(await tried(pay(bob), second)).toBe('tefBAD_AUTH')
    expect(await tried(pay(bob), bob)).toBe('tesSUCCESS')
  })

  test('is the only one when the master key is off', async () => {
    const { bob } = world
    await world.settle(regularKey(bob, first), bob)
    expect(await tried(disableMaster(bob), first)).toBe('tecNEED_MASTER_KEY')
    expect(await world.settle(disableMaster(bob), bob)).toBe('tesSUCCESS')
    expect(await infoOf(bob)).toMatchObject({ account_flags: { disableMasterKey: true, passwordSpent: true } })
    expect(await tried(pay(bob), bob)).toBe('tefMASTER_DISABLED')
    expect(await tried(regularKey(bob, null), first)).toBe('tecNO_ALTERNATIVE_KEY')
    expect(await world.settle(regularKey(bob, second), first)).toBe('tesSUCCESS')
    expect(await tried(pay(bob), first)).toBe('tefBAD_AUTH')
    const on = set(bob, { ClearFlag: AccountSetAsfFlags.asfDisableMaster })
    expect(await world.settle(on, second)).toBe('tesSUCCESS')
    expect(await world.settle(regularKey(bob, null), bob)).toBe('tesSUCCESS')
    expect((await infoOf(bob)).account_data).not.toHaveProperty('RegularKey')
  })

  test('is changed for nothing once, and once more after money came', async () => {
    const { alice, bob } = world
    const free = { Fee: '0' }
    expect(await tried({ ...regularKey(bob, first), ...free }, second)).toBe('telINSUF_FEE_P')
    expect(await world.settle({ ...regularKey(bob, first), ...free }, bob)).toBe('tesSUCCESS')
    expect(await tried({ ...regularKey(bob, second), ...free }, bob)).toBe('telINSUF_FEE_P')
    expect(await world.balanceOf(bob.address)).toBe(BigInt(RICH))
    await world.settle(pay(alice, { Destination: bob.address }), alice)
    expect(await infoOf(bob)).toMatchObject({ account_flags: { passwordSpent: false } })
    expect(await tried({ ...regularKey(bob, second), ...free }, bob)).toBe('tesSUCCESS')
  })
})

describe('a list of signers', () => {
  test.each([
    [
      'temBAD_QUORUM',
      'a quorum that cannot be met',
      () => listOf(4, [entry(first), entry(second), entry(world.carol)]),
    ],
    ['temMALFORMED', 'no quorum', () => listOf(0, [entry(first)])],
    ['temMALFORMED', 'a quorum without signers', () => listOf(1, null)],
    ['temBAD_SIGNER', 'one signer twice', () => listOf(1, [entry(first), entry(first)])],
    ['temBAD_SIGNER', 'the account itself', () => listOf(1, [entry(world.alice)])],
    ['temBAD_WEIGHT', 'a signer without weight', () => listOf(1, [entry(first, 0), entry(second)])],
  ])('%s: %s', (result, _, draft) => {
    // The client does not sign this, so the engine is asked directly.
    expect(signerListSet(draft()).preflight()).toBe(result)
  })

  test('is shown as one object, in the order of account ids, and replaced', async () => {
    const { alice } = world
    expect(await infoOf(alice, { signer_lists: true })).toMatchObject({ signer_lists: [] })
    await world.settle(listOf(2, [entry(second), entry(first)]), alice)
    const list = {
      LedgerEntryType: 'SignerList',
      Flags: 65_536,
      OwnerNode: '0',
      SignerEntries: [entry(first), entry(second)],
      SignerListID: 0,
      SignerQuorum: 2,
    }
    const info = { command: 'account_info', account: alice.address, signer_lists: true }
    expect(await world.ask(info)).toMatchObject({ account_data: { OwnerCount: 1 }, signer_lists: [list] })
    const [older] = await frames(world.rippled.url, info)
    expect(older).toMatchObject({ result: { account_data: { signer_lists: [list] } } })
    const objects = (type: string) => world.ask({ command: 'account_objects', account: alice.address, type })
    expect(await objects('signer_list')).toMatchObject({ account_objects: [list] })
    expect(await objects('ticket')).toMatchObject({ account_objects: [] })
    await world.settle(listOf(1, [entry(first, 3)]), alice)
    expect(await objects('signer_list')).toMatchObject({
      account_objects: [{ SignerQuorum: 1, SignerEntries: [entry(first, 3)] }],
    })
    expect(await infoOf(alice)).toMatchObject({ account_data: { OwnerCount: 1 } })
    expect(await world.settle(listOf(0, null), alice)).toBe('tesSUCCESS')
    expect(await objects('signer_list')).toMatchObject({ account_objects: [] })
    expect(await infoOf(alice)).toMatchObject({ account_data: { OwnerCount: 0 } })
  })

  test('is a way to sign when the master key is off, and may be the last', async () => {
    const { alice } = world
    expect(await tried(disableMaster(alice), alice)).toBe('tecNO_ALTERNATIVE_KEY')
    await world.settle(
      listOf(
        2,
        SIGNERS.map((one) => entry(one)),
      ),
      alice,
    )
    expect(await world.settle(disableMaster(alice), alice)).toBe('tesSUCCESS')
    expect(await triedByAll(listOf(0, null), SIGNERS)).toBe('tecNO_ALTERNATIVE_KEY')
    expect(await triedByAll(listOf(2, [entry(stranger, 2)]), SIGNERS)).toBe('tesSUCCESS')
    const on = set(alice, { ClearFlag: AccountSetAsfFlags.asfDisableMaster })
    expect(await triedByAll(on, [stranger])).toBe('tesSUCCESS')
  })

  test('costs a reserve', async () => {
    const poor = Wallet.generate()
    await world.settle(pay(world.alice, { Destination: poor.address, Amount: '1199999' }), world.alice)
    const draft = listOf(1, [entry(first)], { Account: poor.address })
    expect(await tried(draft, poor)).toBe('tecINSUFFICIENT_RESERVE')
    await world.settle(pay(world.alice, { Destination: poor.address, Amount: '1' }), world.alice)
    expect(await tried(draft, poor)).toBe('tesSUCCESS')
  })
})

describe('several sign', () => {
  const two = () => world.settle(listOf(2, [entry(first), entry(second), entry(world.carol)]), world.alice)
  const toBob = () => pay(world.alice, { Destination: world.bob.address })

  test('only for an account with a list', async () => {
    expect(await triedByAll(toBob(), SIGNERS)).toBe('tefNOT_MULTI_SIGNING')
  })

  test('enough of those on the list, by their own keys, for a fee each', async () => {
    await two()
    expect(await triedByAll({ ...toBob(), Fee: '29' }, SIGNERS)).toBe('telINSUF_FEE_P')
    expect(await triedByAll(toBob(), [first])).toBe('tefBAD_QUORUM')
    expect(await triedByAll(toBob(), [first, stranger])).toBe('tefBAD_SIGNATURE')
    expect(await triedByAll(toBob(), SIGNERS)).toBe('tesSUCCESS')
    world.rippled.closeLedger()
    expect(await world.balanceOf(world.bob.address)).toBe(BigInt(RICH) + 1_000_000n)
    expect(await world.balanceOf(world.alice.address)).toBe(BigInt(RICH) - 12n - 30n - 1_000_000n)
  })

  test('by a regular key of theirs, and not by a master key that is off', async () => {
    const { carol } = world
    await two()
    await world.settle(regularKey(carol, stranger), carol)
    const byRegular = await signedFor(toBob(), [
      { as: first.address, key: first },
      { as: carol.address, key: stranger },
    ])
    expect(await world.ask(byRegular)).toMatchObject({ engine_result: 'tesSUCCESS' })
    const byNobody = await signedFor(toBob(), [
      { as: first.address, key: stranger },
      { as: carol.address, key: carol },
    ])
    expect(await world.ask(byNobody)).toMatchObject({ engine_result: 'tefBAD_SIGNATURE' })
    await world.settle(disableMaster(carol), carol)
    expect(await triedByAll(toBob(), [first, carol])).toBe('tefMASTER_DISABLED')
  })

  test('as JSON, in any order', async () => {
    await two()
    const json = async (about: Record<string, unknown> = {}) => {
      const { tx_json } = await signedFor(
        toBob(),
        SIGNERS.map((key) => ({ as: key.address, key })),
      )
      return { command: 'submit_multisigned', tx_json: { ...tx_json, ...about }, fail_hard: true }
    }
    const request = await json()
    const reversed = { ...request.tx_json, Signers: request.tx_json.Signers.toReversed() }
    const [answer] = await frames(world.rippled.url, { ...request, api_version: 2, tx_json: reversed })
    const { Amount: DeliverMax, ...rest } = request.tx_json as Record<string, unknown>
    expect(answer?.result).toEqual({
      engine_result: 'tesSUCCESS',
      engine_result_code: 0,
      engine_result_message: 'The transaction was applied. Only final in a validated ledger.',
      hash: expect.stringMatching(/^[0-9A-F]{64}$/),
      tx_blob: await signedByAll({ ...toBob(), Sequence: request.tx_json.Sequence }, SIGNERS),
      tx_json: { ...rest, DeliverMax },
    })
    const changed = await json({ Amount: '2000000' })
    const [refused] = await frames(world.rippled.url, changed)
    expect(refused).toMatchObject({ error: 'internal', error_code: 73, error_message: 'Invalid signature.' })
    const [unsigned] = await frames(world.rippled.url, await json({ Signers: undefined }))
    expect(unsigned).toMatchObject({ error: 'invalidParams', error_message: "Missing field 'tx_json.Signers'." })
    expect(await denialOf(world.ask(await json({ Account: stranger.address })))).toBe('srcActNotFound')
    expect(await denialOf(world.ask(await json({ Signers: [] })))).toBe('invalidParams')
    expect(await denialOf(world.ask(await json({ SigningPubKey: first.publicKey })))).toBe('invalidParams')
    expect(await denialOf(world.ask(await json({ Amount: {} })))).toBe('invalidTransaction')
  })
})

type Part = { as: string; key: Wallet }

/** A `submit_multisigned` in which a key signs in the name of an account. */
async function signedFor(draft: Draft, parts: Part[]) {
  const { Sequence } = (await infoOf(world.alice)).account_data
  const json = { Fee: '30', Flags: 0, Sequence, SigningPubKey: '', ...draft }
  const Signers = parts
    .toSorted((one, other) => compareAccounts(one.as, other.as))
    .map(({ as, key }) => {
      const { Signers: own } = decode(key.sign(json as never as SubmittableTransaction, as).tx_blob) as never as {
        Signers: [{ Signer: Record<string, unknown> }]
      }
      return own[0]
    })
  return { command: 'submit_multisigned', tx_json: { ...json, Signers }, fail_hard: true }
}
