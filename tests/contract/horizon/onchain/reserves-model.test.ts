/**
 * Random transactions that sponsor, lock, claim, merge and revoke keep stellar-core's invariants ConservationOfLumens
 * and SponsorshipCountIsValid, and nobody falls below the own reserve.
 */
import { Asset, Claimant, Keypair, Operation, type xdr } from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOperationSuccess } from '#harbour/horizon/engine/codes.ts'
import { Draft } from '#harbour/horizon/engine/draft.ts'
import { partyOf, plainParty } from '#harbour/horizon/engine/parties.ts'
import { ACCOUNT_ENTRIES, type Account, spendable } from '#harbour/horizon/ledger/account.ts'
import type { ClaimableBalance } from '#harbour/horizon/ledger/claimable-balance.ts'
import { genesisAccount } from '#harbour/horizon/ledger/genesis.ts'
import { LedgerState } from '#harbour/horizon/ledger/state.ts'
import { rulesOf } from '#harbour/horizon/operations/catalogue.ts'

const people = ['ada', 'ben', 'cay', 'dot'].map((name) =>
  Keypair.fromRawEd25519Seed(Buffer.alloc(32, name)).publicKey(),
)
const issuer = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 'issuer')).publicKey()
const usdc = new Asset('USDC', issuer)
const USDC = `USDC:${issuer}`

function begin(): LedgerState {
  const state = new LedgerState()
  const xlm = (amount: string) => ({ asset: 'native', amount })
  const accounts = [
    genesisAccount({ address: issuer, balances: [xlm('1')] }, 2),
    genesisAccount({ address: people[0]!, balances: [xlm('40'), { asset: USDC, amount: '100' }] }, 2),
    genesisAccount({ address: people[1]!, balances: [xlm('20'), { asset: USDC, amount: '5' }] }, 2),
    genesisAccount({ address: people[2]!, balances: [xlm('3')] }, 2),
  ]
  state.apply(2, { accounts: new Map(accounts.map((account) => [account.address, account])) })
  return state
}

type Act = { by: number; kind: number; other: number; third: number; amount: number }
const act = fc.record({
  by: fc.nat(3),
  kind: fc.nat(16),
  other: fc.nat(3),
  third: fc.nat(3),
  amount: fc.nat(4),
})

/** Null: nothing exists that the operation could be about. */
function operationOf({ kind, other, third, amount }: Act, state: LedgerState, ledger: number): xdr.Operation | null {
  const [to, whose] = [people[other]!, people[third]!]
  const some = ['0.5', '1', '2', '0.0000001', '5'][amount]!
  const asset = third % 2 === 0 ? Asset.native() : usdc
  const balances = state.balances.allAt(ledger)
  const balanceId = balances[(other * 4 + third) % Math.max(1, balances.length)]?.id
  const there = state.find(to)
  const line = there?.trustlines[0]
  const options: (() => xdr.Operation | null)[] = [
    () => Operation.createAccount({ destination: to, startingBalance: amount === 0 ? '0' : some }),
    () => Operation.accountMerge({ destination: to }),
    () => Operation.payment({ destination: to, asset, amount: some }),
    () => Operation.changeTrust({ asset: usdc }),
    () => Operation.changeTrust({ asset: usdc, limit: '0' }),
    () => Operation.manageData({ name: `note ${amount}`, value: 'x' }),
    () => Operation.manageData({ name: `note ${amount}`, value: null }),
    () => Operation.setOptions({ signer: { ed25519PublicKey: to, weight: amount } }),
    () => Operation.beginSponsoringFutureReserves({ sponsoredId: to }),
    () => Operation.endSponsoringFutureReserves({}),
    () => {
      const claimants = [...new Set([to, whose])].map((address) => new Claimant(address))
      return Operation.createClaimableBalance({ asset, amount: some, claimants })
    },
    () => (balanceId === undefined ? null : Operation.claimClaimableBalance({ balanceId })),
    () => Operation.revokeAccountSponsorship({ account: to, source: there?.sponsor ?? to }),
    () => Operation.revokeTrustlineSponsorship({ account: to, asset: usdc, source: line?.sponsor ?? to }),
    () => {
      const name = Object.keys(there?.dataSponsors ?? {})[0] ?? Object.keys(there?.data ?? {})[0]
      const source = there?.dataSponsors[name ?? ''] ?? to
      return name === undefined ? null : Operation.revokeDataSponsorship({ account: to, name, source })
    },
    () => {
      const signer = there?.signers.find(({ sponsor }) => sponsor !== null) ?? there?.signers[0]
      if (signer === undefined) return null
      const named = { ed25519PublicKey: signer.key }
      return Operation.revokeSignerSponsorship({ account: to, signer: named, source: signer.sponsor ?? to })
    },
    () => {
      const own = balances.find(({ sponsor }) => sponsor === to)
      return own === undefined ? null : Operation.revokeClaimableBalanceSponsorship({ balanceId: own.id, source: to })
    },
  ]
  return options[kind]!()
}

/** Applies a transaction atomically. Returns whether it succeeded. */
function carryOut(state: LedgerState, acts: readonly Act[], ledger: number): boolean {
  const attempt = new Draft(state)
  for (const [index, single] of acts.entries()) {
    const operation = operationOf(single, state, ledger - 1)
    if (operation === null) return false
    const source = operation.sourceAccount === null ? plainParty(people[single.by]!) : partyOf(operation.sourceAccount)
    const rules = rulesOf(operation, source)
    if (rules === null || rules.flaw() !== null || attempt.find(source.address) === undefined) return false
    const below = new Draft(attempt)
    const place = { transactionSource: people[acts[0]!.by]!, sequence: BigInt(ledger), index }
    const moment = { sequence: ledger, closeTime: ledger }
    if (!isOperationSuccess(rules.apply({ draft: below, ledger: moment, market: null, place, effects: [] })))
      return false
    below.keepIn(attempt)
  }
  if (attempt.sponsorships.size > 0) return false
  state.apply(ledger, attempt.changes())
  return true
}

type Entries = { accounts: Account[]; balances: ClaimableBalance[] }

function totals({ accounts, balances }: Entries): { xlm: bigint; usdc: bigint } {
  const sum = (amounts: bigint[]) => amounts.reduce((left, right) => left + right, 0n)
  const locked = (asset: string) =>
    sum(balances.filter((balance) => balance.asset === asset).map(({ amount }) => amount))
  return {
    xlm: sum(accounts.map(({ balance }) => balance)) + locked('native'),
    usdc: sum(accounts.flatMap(({ trustlines }) => trustlines.map(({ balance }) => balance))) + locked(USDC),
  }
}

/** Counts the reserves that each sponsor pays, from the entries that name it. */
function kept({ accounts, balances }: Entries): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (sponsor: string | null, entries: number) => {
    if (sponsor !== null) counts.set(sponsor, (counts.get(sponsor) ?? 0) + entries)
  }
  for (const { sponsor, signers, trustlines, dataSponsors } of accounts) {
    count(sponsor, ACCOUNT_ENTRIES)
    for (const entry of [...signers, ...trustlines]) count(entry.sponsor, 1)
    for (const name of Object.values(dataSponsors)) count(name, 1)
  }
  for (const { sponsor, claimants } of balances) count(sponsor, claimants.length)
  return counts
}

it('money and reserves add up, whatever is done', () => {
  let done = 0
  const seen = new Map<number, number>()
  fc.assert(
    fc.property(
      fc.array(fc.array(act, { minLength: 1, maxLength: 2 }), { minLength: 40, maxLength: 80, size: 'max' }),
      (history) => {
        const state = begin()
        const entries = (ledger: number) => ({
          accounts: state.accounts.allAt(ledger),
          balances: state.balances.allAt(ledger),
        })
        const before = totals(entries(2))
        for (const [index, acts] of history.entries()) {
          const ledger = index + 3
          // Every other transaction is wrapped in a sponsorship: more sponsorships are then ended as well.
          const [first] = acts as [Act]
          const wrapped =
            index % 2 === 0 ? acts : [{ ...first, kind: 8 }, ...acts, { ...first, by: first.other, kind: 9 }]
          if (!carryOut(state, wrapped, ledger)) continue
          done += 1
          for (const { kind } of wrapped) seen.set(kind, (seen.get(kind) ?? 0) + 1)
          const now = entries(ledger)
          const { xlm, usdc: dollars } = totals(now)
          expect(xlm).toBe(before.xlm)
          expect(dollars).toBe(before.usdc)
          const counts = kept(now)
          expect(
            new Map(now.accounts.filter(({ sponsoring }) => sponsoring !== 0).map((a) => [a.address, a.sponsoring])),
          ).toEqual(counts)
          for (const account of now.accounts) {
            expect(spendable(account)).toBeGreaterThanOrEqual(0n)
            expect([account.sponsor, ...account.trustlines.map(({ sponsor }) => sponsor)]).not.toContain(
              account.address,
            )
          }
        }
      },
    ),
    { numRuns: 300 },
  )
  // Guards the test itself: enough must have been carried out, and some of every kind.
  expect(done).toBeGreaterThan(1_000)
  expect([...seen.keys()].sort((left, right) => left - right)).toEqual(Array.from({ length: 17 }, (_, kind) => kind))
})
