/** Trust lines: how much two accounts owe each other of their issued money, and the limit that each sets. */
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  LSF_DEFAULT_RIPPLE,
  NO_TRANSACTION,
  type RippleState,
  trustLineIndex,
} from '#harbour/rippled/engine/entries.ts'
import { accountIn, type Sandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import { compareAccounts } from '#harbour/rippled/engine/signing.ts'

/** Issuer in a balance, where it stands for both sides. */
const NOBODY = 'rrrrrrrrrrrrrrrrrrrrBZbvji'
const LOW = { reserve: 0x00010000, noRipple: 0x00100000 }
const HIGH = { reserve: 0x00020000, noRipple: 0x00200000 }
/** Significant digits of an issued amount. */
const DIGITS = 16

export function lineIn(state: State, [one, other]: readonly [string, string], currency: string) {
  const entry = state.get(trustLineIndex(one, other, currency))
  return entry?.LedgerEntryType === 'RippleState' ? entry : undefined
}

/** A line from the view of one side. */
export function sideOf(line: RippleState, account: string) {
  const isHigh = line.HighLimit.issuer === account
  const [own, peer] = isHigh ? [line.HighLimit, line.LowLimit] : [line.LowLimit, line.HighLimit]
  const [ownFlags, peerFlags] = isHigh ? [HIGH, LOW] : [LOW, HIGH]
  const balance = new Decimal(line.Balance.value)
  return {
    peer: peer.issuer,
    /** What the account has; negative: what it owes. */
    balance: isHigh ? balance.negated() : balance,
    limit: new Decimal(own.value),
    peerLimit: new Decimal(peer.value),
    hasNoRipple: (line.Flags & ownFlags.noRipple) !== 0,
    peerHasNoRipple: (line.Flags & peerFlags.noRipple) !== 0,
    reservesFlag: ownFlags.reserve,
    noRippleFlag: ownFlags.noRipple,
    isHigh,
  }
}

/** An empty line; NoRipple of each side follows its account's default. */
export function newLine(state: State, [one, other]: readonly [string, string], currency: string): RippleState {
  const [low, high] = [one, other].toSorted(compareAccounts) as [string, string]
  const usual = (address: string, flags: typeof LOW) => (ripplesByDefault(state, address) ? 0 : flags.noRipple)
  return {
    LedgerEntryType: 'RippleState',
    Balance: { currency, issuer: NOBODY, value: '0' },
    LowLimit: { currency, issuer: low, value: '0' },
    HighLimit: { currency, issuer: high, value: '0' },
    Flags: usual(low, LOW) | usual(high, HIGH),
    LowNode: '0',
    HighNode: '0',
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}

/** Adds `amount`, which may be negative, to the account's side. */
export function credited(line: RippleState, account: string, amount: Decimal): RippleState {
  const change = sideOf(line, account).isHigh ? amount.negated() : amount
  const value = plain(new Decimal(line.Balance.value).plus(change))
  return { ...line, Balance: { ...line.Balance, value } }
}

/** Formats an amount as the ledger does. */
export function plain(amount: Decimal): string {
  return amount.isZero() ? '0' : amount.toSignificantDigits(DIGITS).toFixed()
}

/** Stores a line. A side pays a reserve while it has a balance or settings; if neither does, the line is removed. */
export function putLine(state: Sandbox, line: RippleState): void {
  let Flags = line.Flags
  for (const address of [line.LowLimit.issuer, line.HighLimit.issuer]) {
    const side = sideOf(line, address)
    const hadReserve = (line.Flags & side.reservesFlag) !== 0
    const isUsual = side.hasNoRipple !== ripplesByDefault(state, address)
    const needsReserve = side.balance.gt(0) || side.limit.gt(0) || !isUsual
    if (hadReserve === needsReserve) continue
    Flags = needsReserve ? Flags | side.reservesFlag : Flags & ~side.reservesFlag
    const owner = accountIn(state, address)
    if (owner === undefined) throw new Error(`${address} vanished though it has a trust line.`)
    state.put({ ...owner, OwnerCount: owner.OwnerCount + (needsReserve ? 1 : -1) })
  }
  const isOfNobody = (Flags & (LOW.reserve | HIGH.reserve)) === 0
  if (isOfNobody) state.erase(line)
  else state.put({ ...line, Flags })
}

function ripplesByDefault(state: State, address: string): boolean {
  return ((accountIn(state, address)?.Flags ?? 0) & LSF_DEFAULT_RIPPLE) !== 0
}
