import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findCountingDeposit, type StoredDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { findAgreement, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { type RecoveryFile, stellarRecovery, xrplRecovery } from '#app/trade/onchain/domain/recovery-file.ts'
import { settlementOf } from '#app/trade/onchain/domain/settlement.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Ask = { escrowId: string; userId: string; xrplNetworkId: number }

/**
 * The file with which a side gets the money out without Quayside, while the ledger holds it. It contains no secret.
 * Asks the ledger for the account's next sequence. Refusals: escrow_not_found (of nobody's, of none that the ledger
 * holds now), wallet_unchecked.
 */
export async function writeRecoveryFile(
  deps: Deps,
  { escrowId, userId, xrplNetworkId }: Ask,
): Promise<RecoveryFile | Refusal> {
  const found = await findPermitted(deps.db, { escrowId, userId }, 'sign')
  if (!found?.escrow.held) return refuse('escrow_not_found')
  const [agreement, lock] = [await findAgreement(deps.db, escrowId), await findCountingDeposit(deps.db, escrowId)]
  if (!agreement || !lock || lock.end) return refuse('escrow_not_found')
  try {
    const file =
      lock.balanceId === null ? ofXrpl(agreement, lock, xrplNetworkId) : await ofStellar(deps, agreement, lock)
    return file ?? refuse('escrow_not_found')
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('wallet_unchecked')
    throw error
  }
}

/** The parties alone need no safety margin: valid until the last second before the ledger date. */
async function ofStellar({ held, chains, settings }: Deps, agreement: StoredAgreement, { balanceId }: StoredDeposit) {
  const { terms, account, trustees } = agreement
  if (account === null || trustees === null || balanceId === null) return null
  const state = await held.stellar.readAccount(terms, { ...trustees, account })
  const expiry = await held.stellar.writeExpiry(terms, { balanceId, closing: null, isWrapped: false })
  if (state === null || expiry === null) return null
  const from = { account, sequence: state.nextSequence, balanceId, maxTime: terms.deadline - 1 }
  return stellarRecovery(terms, {
    ...trustees,
    account,
    balanceId,
    passphrase: chains.stellar,
    issuers: settings.issuers,
    release: { ...held.stellar.writeExit(settlementOf(terms, 'release', from)), does: 'All to the seller.' },
    refund: { ...held.stellar.writeExit(settlementOf(terms, 'refund', from)), does: 'All back to the buyer.' },
    expiry: { ...expiry, does: 'From the date on: all back to the buyer, who signs alone.' },
  })
}

function ofXrpl({ terms }: StoredAgreement, { owner, sequence, condition }: StoredDeposit, networkId: number) {
  if (condition === null || owner === null || sequence === null) return null
  const does = 'After the date: all back to the buyer, whoever sends it.'
  return xrplRecovery(terms, { owner, sequence, condition, networkId, does })
}
