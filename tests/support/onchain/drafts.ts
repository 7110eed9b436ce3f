/** What buyers' wallets are asked to sign on the XRP Ledger, and what careless ones send instead. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type SubmittableTransaction } from 'xrpl'
import { z } from 'zod'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import type { EscrowCreateDraft } from '#app/ledgers/onchain.ts'
import { findConditions } from '#app/trade/onchain/db/drafts.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { offerDraft } from '#app/trade/onchain/workflows/agreeing/offer-draft.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { xrplPlayWallet } from '#harbour/accounts.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { World } from '#tests/support/world/world.ts'

/** The draft that the page shows: the current one or a new one; the worker makes secrets when none is left. */
export async function draftOf(world: World, agreement: StoredAgreement): Promise<EscrowCreateDraft> {
  for (const until = Date.now() + PATIENCE_MS; ; await delay(40)) {
    const offered = await offerDraft(world.deps, agreement)
    if (!isRefusal(offered)) {
      if (offered.network !== 'xrpl') throw new Error('this is no draft of the XRP Ledger')
      return offered.draft
    }
    const passes = ['held_not_prepared', 'wallet_unchecked'].includes(offered.refused)
    if (!passes || Date.now() > until) throw new Error(`nothing is offered: ${offered.refused}`)
    await prepareAgreements(world.deps, { network: 'xrpl' })
  }
}

/** By a wallet that uses its own sequence number, and sets no last ledger. */
export function withoutNumbers({ Sequence: _number, LastLedgerSequence: _last, ...create }: EscrowCreateDraft) {
  return create
}

/** The last offered condition of an agreement, in a draft made by the wallet itself. */
export async function keptCreate(world: World, { id, terms }: StoredAgreement, changes: Partial<OnchainTerms> = {}) {
  const [last] = await findConditions(world.deps.db, { agreementId: id })
  if (last === undefined) throw new Error(`nothing was ever offered for agreement ${id}`)
  const of = { condition: last.condition, sequence: 1, lastLedger: 1 }
  return withoutNumbers(world.deps.held.xrpl.writeCreate({ ...terms, ...changes }, of))
}

/** The buyer's deposit, as agreed or changed: from the page's draft, or else from what the wallet kept. */
export async function createOf(
  world: World,
  agreement: StoredAgreement,
  changes: Partial<OnchainTerms> = {},
): Promise<object> {
  const where = { id: agreement.id, supersededAt: null, hold: { escrow: { verifiedAt: null, cancelledAt: null } } }
  if ((await world.deps.db.holdAgreement.count({ where })) === 0) return keptCreate(world, agreement, changes)
  const { Condition: condition, Sequence: sequence, LastLedgerSequence: lastLedger } = await draftOf(world, agreement)
  return world.deps.held.xrpl.writeCreate({ ...agreement.terms, ...changes }, { condition, sequence, lastLedger })
}

const submitted = z.looseObject({ engine_result: z.string() })
const known = z.looseObject({ validated: z.literal(true), meta: z.looseObject({ TransactionResult: z.string() }) })

/** Sends it unchanged. Returns the final result, or the server's answer if no ledger can include it any more. */
export async function settleXrp(world: World, transaction: object, wallet = xrplPlayWallet('buyer')) {
  const client = new Client(world.harbour.rippled.url)
  await client.connect()
  try {
    const whole = { Account: wallet.address, ...transaction } as unknown as SubmittableTransaction
    const { tx_blob, hash } = wallet.sign(await client.autofill(whole))
    const ask = async (request: object) => (await client.request(request as { command: 'ping' })).result as unknown
    const { engine_result: said } = submitted.parse(await ask({ command: 'submit', tx_blob }))
    if (/^te[fm]/.test(said)) return { hash, code: said }
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(40)) {
      const answer = known.safeParse(await ask({ command: 'tx', transaction: hash }).catch(() => null))
      if (answer.success) return { hash, code: answer.data.meta.TransactionResult }
    }
    throw new Error(`${hash} is in no ledger; at first it was ${said}`)
  } finally {
    await client.disconnect()
  }
}
