import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { CheckedSignature, StellarSponsor } from '#app/ledgers/onchain.ts'
import { hasRight } from '#app/settlement/custody/db/settlements.server.ts'
import { slotKeyOf } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { later } from '#app/settlement/payouts/workflows/rounds.ts'
import { onchainExpiryOf, onchainSettlementOf, signingOf } from '#app/trade/onchain/db/settlement-descriptions.ts'
import { noteSettlementWait } from '#app/trade/onchain/db/settlement-limits.server.ts'
import { findSettlement, type StoredSettlement, storeSignature } from '#app/trade/onchain/db/settlements.server.ts'
import { isShareSetAside } from '#app/trade/onchain/domain/settlement.ts'
import { type DeadReason, whyDead } from '#app/trade/onchain/domain/settlement-fate.ts'
import { isArbiterAwaited, signersToSend } from '#app/trade/onchain/domain/signing/signers.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { ONCHAIN_REFUSALS } from './agreeing/wallet-obstacle.server.ts'
import { mayHelp } from './clearance/may-help.server.ts'
import { markSettlementFailed } from './mark-settlement-failed.server.ts'
import { type SendingStep, type Signed, sendSettlement } from './send-settlement.server.ts'
import { readyWhenSigned, signersOf } from './sign-settlement.server.ts'
import { findOpenAgreement, type OpenAgreement, writeSettlement } from './write-settlement.server.ts'

/** Our clock may be ahead of the ledger's: what could still be included must not be marked dead. */
const CLOCKS_MS = 60_000

type OnStellar = { exit: StoredSettlement; agreement: OpenAgreement; keeper: StellarSponsor }

/**
 * With no attempt in flight: describes the settlement, marks it dead when it can never be included, signs for the
 * arbiter when one side has signed and the record gives the right, and sends it with two signatures.
 */
export async function moveOnStellar(deps: WorkerDeps, step: SendingStep): Promise<Date | null> {
  const { escrowId } = step.exit
  const keeper = deps.keepers.stellar
  if (!keeper) throw new Error('no key of an arbiter is set')
  const agreement = await findOpenAgreement(deps, escrowId)
  const exit = await writeSettlement(deps, escrowId)
  if (!exit?.hash) return later(deps, RECHECK_MS)
  const of = { exit, agreement, keeper }
  const why = await findWhyDead(deps, of)
  if (why) {
    await markSettlementFailed(deps, { exit, why })
    return later(deps, 0)
  }
  const agreementId = agreement.id
  if (exit.state === 'collecting') {
    if (!isTurnOfArbiter(of)) return null
    if (!(await mayHelp(deps, { exit, agreementId, isOurWord: true }))) return later(deps, RECHECK_MS)
    if (!(await signForArbiter(deps, of))) return null
  }
  const ready = await findSettlement(deps.db, escrowId)
  if (ready?.state !== 'ready') return null
  if (!(await mayHelp(deps, { exit: ready, agreementId, isOurWord: false }))) return later(deps, RECHECK_MS)
  if (await isInTheWay(deps, { ...of, exit: ready })) return later(deps, RECHECK_MS)
  const sign = (signing: StoredSettlement) => wrap(deps, { ...of, exit: signing })
  return sendSettlement(deps, { ...step, exit: ready, keeper, sign })
}

async function findWhyDead(deps: WorkerDeps, { exit, agreement }: OnStellar): Promise<DeadReason | null> {
  const { terms, trustees, account } = agreement
  if (exit.kind === 'expiry') {
    const { balanceId, closing, sequence } = onchainExpiryOf(exit)
    const now = await deps.held.stellar.writeExpiry(terms, { balanceId, closing, isWrapped: true })
    return now?.sequence === sequence ? null : 'sequence_used'
  }
  const state = await deps.held.stellar.readAccount(terms, { ...trustees, account })
  const closedAt = new Date(deps.clock.now().getTime() - CLOCKS_MS)
  return whyDead(onchainSettlementOf(exit), { nextSequence: state?.nextSequence ?? null, closedAt })
}

function isTurnOfArbiter({ exit, agreement }: Pick<OnStellar, 'exit' | 'agreement'>): boolean {
  const signed = exit.signatures.map(({ address }) => address)
  return isArbiterAwaited(signingOf(exit), signersOf(agreement), signed)
}

/** False: another worker was first, or the record gives no right to it. */
async function signForArbiter(deps: WorkerDeps, { exit, agreement, keeper }: OnStellar): Promise<boolean> {
  const { escrowId } = exit
  return inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    const still = await findSettlement(tx, escrowId)
    if (still?.id !== exit.id || still.state !== 'collecting') return false
    const isDue =
      exit.kind === 'expiry' ? hasLapsed(agreement.terms, now) : await hasRight(tx, { escrowId, shares: exit.shares })
    if (!isDue) {
      deps.log.error({ escrow: escrowId, exit: exit.id }, 'settlement not authorized')
      return false
    }
    const signature = arbitersOf({ exit, agreement, keeper })
    const isNew = await storeSignature(tx, { exitId: exit.id, ...signature, at: now })
    const detail = { address: signature.address, hash: exit.hash }
    if (isNew) await writeEvent(tx, { kind: 'exit_signed', at: now, escrowId, detail })
    await readyWhenSigned(tx, { escrowId, agreement })
    return true
  })
}

function arbitersOf({ exit, agreement, keeper }: OnStellar): CheckedSignature {
  const { terms } = agreement
  if (exit.kind !== 'expiry') return keeper.signExit(terms, onchainSettlementOf(exit))
  const { closing, ...claim } = onchainExpiryOf(exit)
  if (closing === null) throw new Error(`way out ${exit.id} is the buyer's alone`)
  return keeper.signExpiry(terms, { ...claim, closing })
}

/** Paying a wallet that cannot be paid now would use up the account's sequence and all signatures. */
async function isInTheWay(deps: WorkerDeps, { exit, agreement: { terms } }: OnStellar): Promise<boolean> {
  // A share that is set aside waits on the ledger itself.
  const shares =
    exit.kind === 'expiry'
      ? [{ address: terms.buyerWallet, amount: plain(terms.amount) }]
      : onchainSettlementOf(exit).shares.filter((share) => !isShareSetAside(share))
  const { buyer, seller } = await deps.held.stellar.obstaclesTo(terms, { shares })
  const obstacle = seller ?? buyer
  if (obstacle === null) return false
  await noteSettlementWait(deps.db, { id: exit.id, waitsFor: ONCHAIN_REFUSALS[obstacle] })
  deps.log.warn({ escrow: exit.escrowId, exit: exit.id, buyer, seller }, 'settlement waiting for wallet')
  return true
}

async function wrap(deps: WorkerDeps, { exit, agreement, keeper }: OnStellar): Promise<Signed | null> {
  const { kind, signatures, xdr } = exit
  const signed = new Map(signatures.map((one) => [one.address, one]))
  const signers = signersToSend(signingOf(exit), signersOf(agreement), [...signed.keys()])
  if (signers === null || xdr === null) throw new Error(`signatures of way out ${exit.id} are missing`)
  const reserves = kind === 'expiry' ? null : keeper.signReserves(agreement.terms, onchainSettlementOf(exit))
  const each = signers.flatMap((address) => signed.get(address) ?? [])
  const whole = deps.held.stellar.withSignatures(xdr, reserves ? [...each, reserves] : each)
  const laneKey = slotKeyOf({ network: 'stellar', owner: 'keeper', lane: agreement.account })
  return { signed: await keeper.wrap(whole), purpose: 'wrap', laneKey }
}
