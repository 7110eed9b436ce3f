import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { StellarSponsor, XrplSponsor } from '#app/ledgers/onchain.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import type { Fulfilments } from '#app/ports.ts'
import { findLiveAttempts, slotKeyOf } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { arePayoutsStopped } from '#app/settlement/payouts/db/due-payouts.server.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { findFreeSlots, followOwn, makeSlots } from '#app/settlement/payouts/workflows/make-slots.server.ts'
import { sendTransfer } from '#app/settlement/payouts/workflows/move-transfer.server.ts'
import { later, nextRound, type PollRound } from '#app/settlement/payouts/workflows/rounds.ts'
import { withPayoutLease } from '#app/settlement/payouts/workflows/with-payout-lease.server.ts'
import { countSecrets, storeSecret } from '#app/trade/onchain/db/drafts.server.ts'
import {
  closeAgreement,
  findAgreementById,
  findAgreementsToPrepare,
  markOpened,
  noteSecretsWanted,
  noteTried,
  type StoredAgreement,
  storeAccount,
} from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { SECRETS_IN_STOCK } from '#app/trade/onchain/domain/limits.ts'
import { mayStillRelease } from '#app/trade/onchain/domain/terms.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { openClearanceOf } from './clearance/ask-clearance.server.ts'
import { followOpening } from './follow-opening.server.ts'

const MOST_AT_ONCE = 20

/**
 * One run for a network's agreements. Stellar: multisig accounts are opened, signed and stored before they are sent.
 * XRP Ledger: each agreement gets secrets in stock. Safe to run at any time, by any number of workers, after any crash:
 * one of them holds the lease. Returns when to run again; null: nothing to do before somebody agrees.
 */
export async function prepareAgreements(deps: WorkerDeps, { network }: { network: Network }): Promise<Date | null> {
  if (await isHistoryDoubted(deps.db, network)) return later(deps, RECHECK_MS)
  const round =
    network === 'xrpl'
      ? await makeSecrets(deps)
      : await withPayoutLease(deps, network, (lease) => openAccounts(deps, lease))
  return nextRound(deps, round)
}

/** Those that can still be funded. Closes others that were never prepared, so that no run takes them again. */
async function findWanted(deps: WorkerDeps, network: Network): Promise<StoredAgreement[]> {
  const now = deps.clock.now()
  const found = await findAgreementsToPrepare(deps.db, { network, take: MOST_AT_ONCE, now })
  const isWanted = ({ mayFund, terms }: StoredAgreement) => mayFund && mayStillRelease(terms, now)
  // A prepared one may have a deposit, which is polled for until after its ledger date.
  for (const { id } of found.filter((agreement) => agreement.openedAt === null && !isWanted(agreement))) {
    await closeAgreement(deps.db, { id, at: now })
  }
  return found.filter(isWanted)
}

async function makeSecrets(deps: WorkerDeps): Promise<PollRound> {
  const keeper = deps.keepers.xrpl
  const { fulfilments } = deps
  if (!keeper || !fulfilments) return { goesOn: false, hadTrouble: false }
  const wanted = await findWanted(deps, 'xrpl')
  const { alone, hadTrouble } = eachAlone(deps, 'xrpl')
  for (const { id } of wanted) await alone(id, () => fillStock(deps, { id, keeper, fulfilments }))
  return { goesOn: wanted.length === MOST_AT_ONCE, hadTrouble: hadTrouble() }
}

type Filling = { id: string; keeper: XrplSponsor; fulfilments: Fulfilments }

/** Adds the missing secrets; the first ones make the agreement ready for the buyer's deposit. */
async function fillStock(deps: WorkerDeps, { id, keeper, fulfilments }: Filling): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // With the lock nobody takes a secret meanwhile. The stock may have been filled, or the agreement closed.
    const agreement = await lockOpenAgreement(tx, id)
    if (agreement === null) return
    const { escrowId } = agreement
    const now = deps.clock.now()
    for (let made = await countSecrets(tx, id); made < SECRETS_IN_STOCK; made += 1) {
      const { fulfilment, condition } = keeper.newSecret(deps.random)
      const sealedFulfilment = fulfilments.seal(escrowId, fulfilment)
      await storeSecret(tx, {
        id: deps.newId(),
        escrowId,
        agreementId: id,
        condition,
        sealedFulfilment,
        createdAt: now,
      })
    }
    await noteSecretsWanted(tx, { id, since: null })
    if ((await markOpened(tx, { id, at: now })) === null) return
    await writeEvent(tx, { kind: 'hold_prepared', at: now, escrowId, detail: { agreementId: id } })
    await openClearanceOf(deps, tx, { escrowId, agreementId: id, now })
    await enqueue(tx, { name: 'find_locks', payload: {} })
  })
}

/** Locks its escrow; null: no deposit is possible any more. */
async function lockOpenAgreement(tx: Transaction, id: string): Promise<StoredAgreement | null> {
  const { escrowId } = await findAgreementById(tx, id)
  await lockEscrow(tx, escrowId)
  const agreement = await findAgreementById(tx, id)
  return agreement.mayFund && agreement.supersededAt === null && agreement.closedAt === null ? agreement : null
}

/** Isolates failures in a run. An agreement that failed comes after all that are agreed by then. */
function eachAlone(deps: WorkerDeps, network: Network) {
  let failed = false
  const alone = async (id: string | null, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      failed = true
      const facts = { network, agreement: id ?? 'all', cause: causeOf(error) }
      if (error instanceof LedgerUnavailable) deps.log.warn(facts, 'agreement preparation postponed')
      else deps.log.error({ ...facts, err: error }, 'agreement preparation failed')
      if (id !== null) await noteTried(deps.db, { id, at: deps.clock.now() })
    }
  }
  return { alone, hadTrouble: () => failed }
}

async function openAccounts(deps: WorkerDeps, lease: PayoutLease): Promise<PollRound> {
  const keeper = deps.keepers.stellar
  if (!keeper) return { goesOn: false, hadTrouble: false }
  const isStopped = () => arePayoutsStopped(deps.db, 'stellar')
  const maySend = !(await isStopped())
  const live = await findLiveAttempts(deps.db, { network: 'stellar', purposes: ['opening'] })
  const { alone, hadTrouble } = eachAlone(deps, 'stellar')
  for (const attempt of live) {
    await alone(attempt.agreementId, () => followOpening(deps, { keeper, attempt, maySend }))
  }
  const making = await followOwn(deps, { owner: keeper, maySend })
  const soFar = live.length > 0 || making === 'live'
  if (!maySend) return { goesOn: soFar, hadTrouble: hadTrouble() || making === 'trouble' }
  const wanted = await findWanted(deps, 'stellar')
  let lacking = 0
  await alone(null, async () => {
    const lanes = wanted.length === 0 ? [] : await findFreeSlots(deps, keeper, wanted.length)
    for (const agreement of wanted) {
      const lane = lanes.shift()
      if (lane === undefined) lacking += 1
      else await alone(agreement.id, () => open(deps, { keeper, agreement, lane, lease }))
    }
    if (lacking > 0 && making === 'none') await makeSlots(deps, { owner: keeper, lease, count: lacking })
  })
  return { goesOn: soFar || wanted.length > 0, hadTrouble: hadTrouble() || making === 'trouble' }
}

type Open = { keeper: StellarSponsor; agreement: StoredAgreement; lane: string; lease: PayoutLease }

async function open(deps: WorkerDeps, { keeper, agreement, lane, lease }: Open): Promise<void> {
  const { id, escrowId, terms } = agreement
  const { account, ...signed } = await keeper.signOpening(terms, lane)
  await sendTransfer(deps, {
    lease,
    signed,
    of: { purpose: 'opening', agreementId: id, laneKey: slotKeyOf({ network: 'stellar', owner: 'keeper', lane }) },
    event: {
      kind: 'hold_signed',
      escrowId,
      detail: { agreementId: id, purpose: 'opening', hash: signed.hash, account },
    },
    names: { escrow: escrowId },
    prepare: (tx) => storeAccount(tx, { id, account, ...keeper.trustees }),
    submit: keeper.submit,
  })
}
