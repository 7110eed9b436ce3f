/**
 * What must hold after all faults, judged by the ledgers alone. Pure, so that tests can show that it sees each offence.
 */
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Facts, Moved, Owed, ToldDeposit, ToldPayout } from './facts.ts'

/** Returns one sentence per offence. */
export function judge(facts: Facts): string[] {
  return [
    ...judgeDeposits(facts),
    ...judgePayouts(facts),
    ...judgeOwed(facts),
    ...judgeLetters(facts),
    ...judgeFiles(facts),
    ...facts.complaints,
  ]
}

/** Each deposit is booked once, and for its escrow. */
function judgeDeposits({ arrived, deposits, received }: Facts): string[] {
  const told = groupBy(deposits, ({ hash }) => hash)
  const isOnLedger = new Set(arrived.map(({ hash }) => hash))
  // A transaction may hold several payments under one hash.
  const unheard = [...groupBy(arrived, ({ hash }) => hash)].flatMap(([hash, moves]) => {
    const rows = told.get(hash) ?? []
    const [sent, booked] = [depositsOf(moves), depositsOf(rows)]
    if (rows.length < moves.length) return [`a deposit is lost: ${sent} in ${hash}, booked is ${booked}`]
    if (rows.length > moves.length) return [`a deposit is booked too often: ${sent} in ${hash}, booked is ${booked}`]
    return sent === booked ? [] : [`a deposit is booked wrongly: ${sent} in ${hash}, booked is ${booked}`]
  })
  const invented = deposits
    .filter(({ hash }) => !isOnLedger.has(hash))
    .map(({ hash }) => `a deposit is booked that is on no ledger: ${hash}`)
  const byMemo = groupBy(arrived, ({ memo }) => memo ?? '')
  const wrong = received.flatMap(({ escrowId, memo, amount }) => {
    const sum = total((byMemo.get(memo) ?? []).map((move) => move.amount))
    return sameAmount(sum, amount) ? [] : [`escrow ${escrowId} has received ${sum}, and its record says ${amount}`]
  })
  return [...unheard, ...invented, ...wrong]
}

type Deposit = Pick<ToldDeposit, 'amount' | 'asset' | 'memo'>

const depositsOf = (deposits: readonly Deposit[]) =>
  deposits
    .map(({ amount, asset, memo }) => `${new Decimal(amount).toFixed()} ${asset} for ${memo}`)
    .sort()
    .join(' and ')

/** Each outgoing payment is exactly one payout; each payout shown as paid left once. */
function judgePayouts({ left, payouts }: Facts): string[] {
  const byHash = groupBy(payouts, ({ hash }) => hash ?? '')
  const onLedger = groupBy(left, ({ hash }) => hash)
  const unknown = left.flatMap((move) => {
    const [payout] = byHash.get(move.hash) ?? []
    if (!payout) return [`money left that no payout knows: ${inWords(move)}`]
    return isExactly(move, payout) ? [] : [`a payout was paid wrongly: ${inWords(move)} for payout ${payout.id}`]
  })
  const open = payouts.flatMap(({ id, state, hash }) => {
    if (state !== 'confirmed' || hash === null) return [`payout ${id} is ${state} for no true reason`]
    const times = onLedger.get(hash)?.length ?? 0
    return times === 1 ? [] : [`payout ${id} is said to be paid, and left ${times} times`]
  })
  return [...unknown, ...open]
}

/** Everybody who is owed something gets it once, and nobody gets more. */
function judgeOwed({ owed, left, payouts }: Facts): string[] {
  const paid = groupBy(payouts, ({ escrowId }) => escrowId)
  const unpaid = owed.flatMap((debt) => {
    const all = paid.get(debt.escrowId) ?? []
    const [payout] = all
    if (!payout || all.length > 1) return [`escrow ${debt.escrowId} has ${all.length} payouts, and one is owed`]
    return isSameDebt(payout, debt) ? [] : [`escrow ${debt.escrowId} is paid otherwise than owed`]
  })
  const sumOf = (asset: Asset, all: { asset: Asset; amount: string }[]) =>
    total(all.filter((one) => one.asset === asset).map(({ amount }) => amount))
  const unequal = ASSETS.flatMap((asset) => {
    const [asked, gone] = [sumOf(asset, owed), sumOf(asset, left)]
    return asked === gone ? [] : [`${gone} ${asset} left the accounts in all, and ${asked} was owed`]
  })
  return [...unpaid, ...unequal]
}

/** Each email was taken once: one given up or overtaken at most once, a withheld one never. */
function judgeLetters({ letters, mails }: Facts): string[] {
  const taken = groupBy(mails, (key) => key)
  const known = new Set(letters.map(({ id }) => id))
  const wrong = letters.flatMap(({ id, isSent, givenUpFor, withheldFor }) => {
    const times = taken.get(id)?.length ?? 0
    if (times > 1) return [`letter ${id} was sent ${times} times`]
    if (withheldFor === 'overtaken') return []
    if (withheldFor !== null) return times === 0 ? [] : [`letter ${id} was withheld, and went out`]
    if (isSent) return times === 1 ? [] : [`letter ${id} is said to be sent, and nobody took it`]
    return givenUpFor === null ? [`letter ${id} is neither sent nor given up`] : []
  })
  return [...wrong, ...mails.filter((key) => !known.has(key)).map((key) => `a mail went out that is no letter: ${key}`)]
}

function judgeFiles({ files, fileRows }: Facts): string[] {
  const wanted = new Set(fileRows)
  const stored = new Set(files)
  return [
    ...files.filter((key) => !wanted.has(key)).map((key) => `a file belongs to nothing: ${key}`),
    ...fileRows.filter((key) => !stored.has(key)).map((key) => `a file is missing: ${key}`),
  ]
}

const isExactly = (move: Moved, payout: ToldPayout) =>
  move.network === payout.network && isSameDebt(payout, { ...move, escrowId: payout.escrowId })

const isSameDebt = (payout: Owed, debt: Owed) =>
  payout.asset === debt.asset &&
  sameAmount(payout.amount, debt.amount) &&
  payout.to === debt.to &&
  payout.memo === debt.memo

const sameAmount = (one: string, other: string) => new Decimal(one).eq(other)
const total = (amounts: string[]) => Decimal.sum(0, ...amounts).toFixed()
const inWords = ({ amount, asset, to, hash }: Moved) => `${amount} ${asset} to ${to}, ${hash}`

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  return Map.groupBy(items, keyOf)
}
