/** Tries one transaction on one ledger, in rippled's order of checks (preflight, preclaim, apply). */
import { withDirectories } from '#harbour/rippled/engine/directories.ts'
import { type AccountRoot, indexOf } from '#harbour/rippled/engine/entries.ts'
import type { Issued } from '#harbour/rippled/engine/fields.ts'
import { claimsFee, type ResultCode } from '#harbour/rippled/engine/results.ts'
import { ALL_DROPS } from '#harbour/rippled/engine/rules.ts'
import {
  accountIn,
  type Change,
  isListed,
  listedBy,
  openSandbox,
  type Sandbox,
  type State,
  ticketIn,
} from '#harbour/rippled/engine/sandbox.ts'
import { checkSigner } from '#harbour/rippled/engine/signing.ts'
import type { CommonFields, Transaction } from '#harbour/rippled/engine/transaction.ts'
import { leastFeeOf, NO_LOAD, type Surroundings } from '#harbour/rippled/engine/transactor.ts'

/** Networks up to this id refuse a NetworkID in a transaction, all others require their own. */
const LAST_LEGACY_NETWORK = 1024
const ACCOUNT_ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'

export type Application = {
  result: ResultCode
  /** Null: the ledger is unchanged. Otherwise at least the fee and the sequence or ticket are spent. */
  changes: Change[] | null
  /** What arrived, if it is not the Amount: drops, or issued money. */
  delivered: bigint | Issued | null
  fee: bigint
}

/** Tries a transaction on a state without changing it. `failure`: test hook, this tec replaces a success. */
export function tryTransaction(
  transaction: Transaction,
  on: { state: State; surroundings: Surroundings; failure?: ResultCode | null },
): Application {
  const { common, transactor, hash } = transaction
  const checked = checks(transaction, on.state, on.surroundings)
  if (checked !== 'tesSUCCESS' && !claimsFee(checked)) return untouched(checked)

  const before = accountIn(on.state, common.Account)
  if (before === undefined) return untouched('terNO_ACCOUNT')
  const balanceBefore = BigInt(before.Balance)
  const fee = BigInt(common.Fee) > balanceBefore ? balanceBefore : BigInt(common.Fee)

  const state = openSandbox(on.state)
  chargeFee(state, before, transaction, fee)
  let delivered: bigint | Issued | null = null
  const deliver = (amount: bigint | Issued) => {
    delivered = amount
  }
  const { surroundings } = on
  let result = checked
  if (result === 'tesSUCCESS') result = transactor.apply({ state, surroundings, balanceBefore, deliver })
  if (result === 'tesSUCCESS' && on.failure != null) result = on.failure
  if (result === 'tesSUCCESS') {
    const changes = withDirectories(withParties(state.changes(), state), state)
    return { result, changes: threaded(changes, hash, surroundings), delivered, fee }
  }
  if (!claimsFee(result)) return untouched(result)

  const feeOnly = openSandbox(on.state)
  chargeFee(feeOnly, before, transaction, fee)
  const changes = withDirectories(feeOnly.changes(), feeOnly)
  return { result, changes: threaded(changes, hash, surroundings), delivered: null, fee }
}

function untouched(result: ResultCode): Application {
  return { result, changes: null, delivered: null, fee: 0n }
}

function checks(transaction: Transaction, state: State, surroundings: Surroundings): ResultCode {
  const looksRight = preflight(transaction, surroundings)
  return looksRight === 'tesSUCCESS' ? preclaim(transaction, state, surroundings) : looksRight
}

/** Checks the transaction without the ledger. */
export function preflight({ common, transactor }: Transaction, surroundings: Surroundings): ResultCode {
  return firstFailure([
    () => checkNetwork(common, surroundings),
    () => (common.Account === ACCOUNT_ZERO ? 'temBAD_SRC_ACCOUNT' : 'tesSUCCESS'),
    () => (isLegalFee(common.Fee) ? 'tesSUCCESS' : 'temBAD_FEE'),
    // Transactions with tickets come in any order, so they cannot name one before them.
    () => (common.AccountTxnID !== undefined && common.TicketSequence !== undefined ? 'temINVALID' : 'tesSUCCESS'),
    () => transactor.preflight(),
  ])
}

/** Checks it against the ledger, before it is applied. */
export function preclaim(transaction: Transaction, state: State, surroundings: Surroundings): ResultCode {
  const { common, transactor } = transaction
  return firstFailure([
    () => checkSequence(common, state),
    () => checkPrior(common, state),
    () => checkLastLedger(transaction, surroundings),
    () => checkFee(transaction, state, surroundings),
    () => checkSigner(common, state),
    () => transactor.preclaim(state, surroundings),
  ])
}

function firstFailure(steps: readonly (() => ResultCode)[]): ResultCode {
  for (const step of steps) {
    const result = step()
    if (result !== 'tesSUCCESS') return result
  }
  return 'tesSUCCESS'
}

function checkNetwork({ NetworkID: named }: CommonFields, { networkId }: Surroundings): ResultCode {
  if (networkId <= LAST_LEGACY_NETWORK) {
    return named === undefined ? 'tesSUCCESS' : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL'
  }
  if (named === undefined) return 'telREQUIRES_NETWORK_ID'
  return named === networkId ? 'tesSUCCESS' : 'telWRONG_NETWORK'
}

function isLegalFee(fee: string): boolean {
  return /^\d+$/.test(fee) && BigInt(fee) <= ALL_DROPS
}

function checkSequence({ Account, Sequence, TicketSequence }: CommonFields, state: State): ResultCode {
  const account = accountIn(state, Account)
  if (account === undefined) return 'terNO_ACCOUNT'
  if (TicketSequence === undefined || Sequence !== 0) {
    if (TicketSequence !== undefined) return 'temSEQ_AND_TICKET'
    if (Sequence === account.Sequence) return 'tesSUCCESS'
    return Sequence > account.Sequence ? 'terPRE_SEQ' : 'tefPAST_SEQ'
  }
  if (TicketSequence >= account.Sequence) return 'terPRE_TICKET'
  return ticketIn(state, Account, TicketSequence) === undefined ? 'tefNO_TICKET' : 'tesSUCCESS'
}

/** An account that does not track its last transaction has none that could be named. */
function checkPrior({ Account, AccountTxnID: named }: CommonFields, state: State): ResultCode {
  return named === undefined || named === accountIn(state, Account)?.AccountTxnID ? 'tesSUCCESS' : 'tefWRONG_PRIOR'
}

function checkLastLedger({ common, hash }: Transaction, surroundings: Surroundings): ResultCode {
  const last = common.LastLedgerSequence
  if (last !== undefined && surroundings.ledgerIndex > last) return 'tefMAX_LEDGER'
  return surroundings.hasTransaction(hash) ? 'tefALREADY' : 'tesSUCCESS'
}

function checkFee({ common, transactor }: Transaction, state: State, surroundings: Surroundings): ResultCode {
  const { isOpen, loadFactor } = surroundings
  const fee = BigInt(common.Fee)
  const least = (leastFeeOf(transactor, state) * BigInt(loadFactor)) / BigInt(NO_LOAD)
  if (isOpen && fee < least) return 'telINSUF_FEE_P'
  const balance = BigInt(accountIn(state, common.Account)?.Balance ?? '0')
  if (balance >= fee) return 'tesSUCCESS'
  return balance > 0n && !isOpen ? 'tecINSUFF_FEE' : 'terINSUF_FEE_B'
}

/** Takes the fee and the sequence or ticket, and updates a tracked AccountTxnID. */
function chargeFee(state: Sandbox, account: AccountRoot, { common, hash }: Transaction, fee: bigint): void {
  const tracked = account.AccountTxnID === undefined ? account : { ...account, AccountTxnID: hash }
  const paid = { ...tracked, Balance: String(BigInt(account.Balance) - fee) }
  if (common.TicketSequence === undefined) {
    state.put({ ...paid, Sequence: common.Sequence + 1 })
    return
  }
  const ticket = ticketIn(state, common.Account, common.TicketSequence)
  if (ticket === undefined) throw new Error(`Ticket ${common.TicketSequence} of ${common.Account} vanished.`)
  state.erase(ticket)
  const { TicketCount: tickets = 1, ...rest } = paid
  const left = { ...rest, OwnerCount: paid.OwnerCount - 1 }
  state.put(tickets > 1 ? { ...left, TicketCount: tickets - 1 } : left)
}

/** Adds as modified the accounts of all parties of a created or deleted entry, even if nothing else of them changes. */
function withParties(changes: Change[], state: State): Change[] {
  const known = new Set(changes.map(({ index }) => index))
  const ends = changes.flatMap(({ kind, entry }) => (kind !== 'modified' && isListed(entry) ? listedBy(entry) : []))
  const told = [...new Set(ends)].flatMap((address) => accountIn(state, address) ?? [])
  const untouched = told.map((entry): Change => ({ kind: 'modified', index: indexOf(entry), before: entry, entry }))
  return [...changes, ...untouched.filter(({ index }) => !known.has(index))]
}

/** Every entry names the transaction that changed it last; an open ledger sets none yet. */
function threaded(changes: Change[], hash: string, { ledgerIndex, isOpen }: Surroundings): Change[] {
  if (isOpen) return changes
  return changes.map((change) => {
    if (change.kind === 'deleted') return change
    const { PreviousTxnID, PreviousTxnLgrSeq } = change.entry
    const entry = { ...change.entry, PreviousTxnID: hash, PreviousTxnLgrSeq: ledgerIndex }
    if (change.kind === 'created') return { ...change, entry }
    // An entry that replaces another has no transaction before this one.
    return { ...change, before: { ...change.before, PreviousTxnID, PreviousTxnLgrSeq }, entry }
  })
}
