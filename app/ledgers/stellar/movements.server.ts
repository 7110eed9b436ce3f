/** What changed the balances of a Stellar account: Horizon's effects, and the fees of its transactions. */
import type { Asset, Issuers } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerMovement, Movements } from '../ledger.ts'
import { effectsAnswer, type OwnTransactionAnswer, ownTransactionsAnswer } from './answers.ts'
import { assetOfFields, NATIVE } from './assets.ts'
import { fromStroops, isStellarAddress } from './envelope.server.ts'
import type { Horizon } from './horizon/horizon.server.ts'

const PAGE = 200
/** The low 12 bits of an operation's id count the operations of its transaction (SEP-35). */
const OPERATION_BITS = 12n

type Asked = { account: string; issuers: Issuers; until: string | null; limit: number }

/** Newest first. Throws LedgerUnavailable. */
export async function readMovements(horizon: Horizon, asked: Asked): Promise<Movements> {
  if (!isStellarAddress(asked.account)) return { movements: [], isWhole: true }
  const { transactions, isWhole } = await readTransactions(horizon, asked)
  const oldest = transactions.at(-1)
  const changes = oldest ? await readChanges(horizon, asked, BigInt(oldest.paging_token)) : new Map<bigint, Changes>()
  const movements = transactions.map((transaction): LedgerMovement => {
    const isOurFee = transaction.fee_account === asked.account
    return {
      hash: transaction.hash,
      innerHash: transaction.inner_transaction?.hash ?? null,
      at: new Date(transaction.created_at),
      changes: changes.get(BigInt(transaction.paging_token)) ?? {},
      feePaid: isOurFee ? fromStroops(transaction.fee_charged) : new Decimal(0),
    }
  })
  return { movements, isWhole }
}

async function readTransactions(horizon: Horizon, { account, until, limit }: Asked) {
  const transactions: OwnTransactionAnswer[] = []
  let cursor = ''
  while (transactions.length < limit) {
    const size = Math.min(PAGE, limit - transactions.length)
    const path = `/accounts/${account}/transactions?order=desc&limit=${size}&include_failed=true${cursor}`
    const records = (await horizon.get(path, ownTransactionsAnswer))?.body._embedded.records ?? []
    const end = records.findIndex(({ hash }) => hash === until)
    transactions.push(...(end < 0 ? records : records.slice(0, end)))
    if (end >= 0 || records.length < size) return { transactions, isWhole: true }
    cursor = `&cursor=${records.at(-1)?.paging_token}`
  }
  return { transactions, isWhole: false }
}

type Changes = Partial<Record<Asset, Decimal>>

/** By the token of the transaction, back to and including `oldest`. */
async function readChanges(horizon: Horizon, { account, issuers }: Asked, oldest: bigint) {
  const changes = new Map<bigint, Changes>()
  let cursor = ''
  for (;;) {
    const path = `/accounts/${account}/effects?order=desc&limit=${PAGE}${cursor}`
    const records = (await horizon.get(path, effectsAnswer))?.body._embedded.records ?? []
    for (const { paging_token, type, amount, starting_balance, ...about } of records) {
      const token = (BigInt(paging_token.split('-')[0] ?? 0) >> OPERATION_BITS) << OPERATION_BITS
      if (token < oldest) return changes
      const sign = SIGNS[type]
      const asset = type === 'account_created' ? NATIVE : assetOfFields(about, issuers)
      if (sign === undefined || asset === null) continue
      const known = changes.get(token) ?? {}
      const change = new Decimal(amount ?? starting_balance ?? 0).times(sign)
      changes.set(token, { ...known, [asset]: (known[asset] ?? new Decimal(0)).plus(change) })
    }
    if (records.length < PAGE) return changes
    cursor = `&cursor=${records.at(-1)?.paging_token}`
  }
}

const SIGNS: Record<string, number | undefined> = {
  account_created: 1,
  account_credited: 1,
  account_debited: -1,
}
