import { looksLikeAddress, networkOf } from '#app/kernel/domain/assets.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isBookedAccount, isPlatformAccount } from '#app/ledgers/books/db/books.server.ts'
import { LedgerUnavailable, type Payee } from '#app/ledgers/ledger.ts'
import { OBSTACLE_REFUSALS } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { explainPasted } from './explain-pasted.server.ts'
import { refuseListed } from './refuse-listed.server.ts'

/** `statedBy`: the account that states the wallet now. Null: it was stated or agreed earlier. */
export type StatedPayee = Payee & { statedBy: string | null }

/**
 * Checks whether a wallet can be paid now (product.md §3). In order: text pasted instead of an address, the spec's
 * pattern, the checksum, our own accounts, the lists (docs/decisions/119), the account on the ledger. Null: yes. A
 * ledger that does not answer refuses with wallet_unchecked, so that nobody is bound to an unchecked wallet.
 */
export async function checkPayoutWallet(deps: Deps, { statedBy, ...payee }: StatedPayee): Promise<Refusal | null> {
  const about = { field: 'walletAddress', values: { currency: payee.asset } }
  if (payee.address === '') return refuse('wallet_required', about)
  const pasted = await explainPasted(deps, { ...payee, field: 'walletAddress' })
  if (pasted) return pasted
  const ledger = deps.ledgers[networkOf(payee.asset)]
  if (!looksLikeAddress(payee.asset, payee.address) || !ledger.isAddress(payee.address)) {
    return refuse('wallet_invalid', about)
  }
  if (await isOurs(deps, payee.address)) return refuse('wallet_is_ours', about)
  const listed = statedBy && (await refuseListed(deps, { address: payee.address, statedBy, field: about.field }))
  if (listed) return listed
  try {
    const obstacle = await ledger.obstacleTo(payee)
    if (!obstacle) return null
    const isAboutMemo = obstacle === 'memo_required' || obstacle === 'memo_invalid' || obstacle === 'tag_required'
    return refuse(OBSTACLE_REFUSALS[obstacle], isAboutMemo ? { ...about, field: 'walletMemo' } : about)
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('wallet_unchecked', about)
    throw error
  }
}

/** True for all accounts of Quayside, sponsors, co-signers, channels and former ones too: no payees (product.md §3). */
export async function isOurs({ db, accounts, keeping, operatingAccounts }: Deps, address: string): Promise<boolean> {
  const { stellar, xrpl } = accounts
  const keepers = [keeping.stellar?.sponsor, keeping.stellar?.arbiter, keeping.xrpl?.keeper]
  const known = [stellar.fee, stellar.escrow, xrpl.fee, xrpl.escrow, ...keepers, ...operatingAccounts]
  return known.includes(address) || (await isBookedAccount(db, address)) || (await isPlatformAccount(db, address))
}
