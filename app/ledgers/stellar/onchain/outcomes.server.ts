/** Outcomes of transactions that may have closed their own source, the two-signature account. */
import type { PayoutOutcome, SignedPayout } from '../../ledger.ts'
import { accountAnswer } from '../answers.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import { findOutcome, lookUp } from '../outcomes.server.ts'
import { onchainOperationsAnswer } from './answers.ts'

/**
 * As `findOutcome`. If the account is gone, ours or another transaction closed it. Then ours can never be included: an
 * account reopened under the same address starts with a higher number. Only the account's own history proves the
 * closing, because a Horizon that lags knows neither.
 */
export async function findOnchainOutcome(
  horizon: Horizon,
  signed: SignedPayout,
  payer: string,
): Promise<PayoutOutcome> {
  const account = await horizon.get(`/accounts/${signed.source}`, accountAnswer)
  if (account !== null) return findOutcome(horizon, signed, payer)
  const known = await lookUp(horizon, signed, payer)
  if (known !== null) return known
  const path = `/accounts/${signed.source}/operations?order=desc&limit=1`
  const [last] = (await horizon.get(path, onchainOperationsAnswer))?.body._embedded.records ?? []
  if (last?.type === 'account_merge' && last.source_account === signed.source) return { kind: 'expired' }
  throw unavailable(`Horizon knows neither the account ${signed.source} nor its end`)
}
