import { writeWalletChange } from '#app/accounts/db/account-changes.server.ts'
import { notifyCodesOfReseller } from '#app/fees/db/coupon-codes.server.ts'
import { findReseller, lockReseller, setLink, updateReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { problem, type ResellerProblem } from '#app/fees/resellers/domain/problem.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { isSameWallet } from '#app/kernel/domain/wallet.ts'
import { redirectCommissions } from '#app/settlement/payouts/db/reseller-payouts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { giveLink } from './make-reseller.server.ts'
import { readReseller, type TypedReseller, type WrongReseller } from './read-reseller.server.ts'

/** `seen`: `updatedAt` as the page showed it. */
export type ResellerChange = TypedReseller & { id: string; seen: string; reason: string }

/** Checks the change without making it. */
export async function weighChange(deps: Deps, { operatorId, ...change }: ResellerChange & { operatorId: string }) {
  const known = looksLikeRowId(change.id) ? await findReseller(deps.db, change.id) : null
  if (!known || known.updatedAt.toISOString() !== change.seen) return { wrong: [problem('changed')] as WrongReseller[] }
  const read = await readReseller(deps, { typed: change, known: known.paidWith, operatorId })
  const wrong: WrongReseller[] = 'wrong' in read ? read.wrong : []
  if (change.reason === '') wrong.push(problem('reason_missing', 'reason'))
  if ('wrong' in read || wrong.length > 0) return { wrong }
  const { email } = read.reseller
  const other = await deps.db.reseller.findUnique({ where: { email }, select: { id: true } })
  if (other && other.id !== known.id) return { wrong: [problem('email_taken', 'email')] as WrongReseller[] }
  return { reseller: read.reseller }
}

/**
 * Changes who a reseller is and where they are paid. Payouts blocked by their wallet are redirected to the new one;
 * those under way keep theirs.
 */
export async function changeReseller(
  deps: Deps,
  { operatorId, ...change }: ResellerChange & { operatorId: string },
): Promise<{ id: string } | { wrong: WrongReseller[] }> {
  const weighed = await weighChange(deps, { ...change, operatorId })
  if (!weighed.reseller) return { wrong: weighed.wrong }
  const { reseller } = weighed
  const { id, reason, seen } = change
  try {
    return await inTransaction(deps.db, async (tx) => {
      const before = await lockReseller(tx, id)
      if (before?.updatedAt.toISOString() !== seen) return { wrong: [problem('changed')] }
      const { resellerId } = before
      const { asset, wallet } = reseller.paidWith
      await updateReseller(tx, { id, ...reseller })
      const who = { resellerName: reseller.name, resellerEmail: reseller.email, resellerWallet: wallet.address }
      await notifyCodesOfReseller(tx, { resellerId, ...who })
      const at = deps.clock.now()
      const detail = { resellerId, before: factsOf(before), after: factsOf(reseller), reason }
      if (!before.paidWith || !isSameWallet(before.paidWith.wallet, wallet) || before.paidWith.asset !== asset)
        await writeWalletChange(tx, {
          id: deps.newId(),
          resellerId: id,
          changedById: operatorId,
          reason,
          changedAt: at,
        })
      await writeEvent(tx, { kind: 'reseller_changed', at, userId: operatorId, detail })
      await enqueue(tx, { name: 'screen_reseller', payload: { resellerId: id } })
      for (const payoutId of await redirectCommissions(tx, { resellerId, asset, wallet, by: operatorId })) {
        const redirected = { resellerId, payoutId, ...wallet, reason }
        await writeEvent(tx, { kind: 'commission_redirected', at, userId: operatorId, detail: redirected })
        await enqueue(tx, { name: 'dispatch_payouts', payload: { network: networkOf(asset) } })
      }
      // The link was sent to the old mailbox, so it must stop working.
      if (before.email !== reseller.email && before.linkId !== null)
        await giveLink(deps, tx, { id, code: null, to: reseller })
      return { id }
    })
  } catch (error) {
    if (isDuplicateOf(error, 'reseller_email_key')) return { wrong: [problem('email_taken', 'email')] }
    throw error
  }
}

function factsOf({
  name,
  email,
  locale,
  paidWith,
}: Pick<Awaited<ReturnType<typeof findReseller>> & object, 'name' | 'email' | 'locale' | 'paidWith'>) {
  return { name, email, locale, asset: paidWith?.asset ?? null, ...paidWith?.wallet }
}

type LinkAct = { id: string; act: 'renew' | 'revoke'; reason: string }

/** Checks the act without doing it. */
export async function weighResellerLink(deps: Deps, { id, act, reason }: LinkAct): Promise<ResellerProblem | null> {
  const known = looksLikeRowId(id) ? await findReseller(deps.db, id) : null
  if (!known || (act === 'revoke' && known.linkId === null) || known.email === null) return problem('changed')
  return reason === '' ? problem('reason_missing', 'reason') : null
}

/** Revokes the link to a reseller's page; `renew` emails them a new one. */
export async function changeLink(
  deps: Deps,
  { operatorId, ...asked }: LinkAct & { operatorId: string },
): Promise<{ id: string } | ResellerProblem> {
  const wrong = await weighResellerLink(deps, asked)
  if (wrong) return wrong
  const { id, act, reason } = asked
  return inTransaction(deps.db, async (tx) => {
    const reseller = await lockReseller(tx, id)
    if (!reseller || reseller.email === null) return problem('changed')
    const { resellerId, email, locale } = reseller
    if (act === 'renew') await giveLink(deps, tx, { id, code: null, to: { email, locale } })
    else await setLink(tx, { id, link: null })
    const kind = act === 'renew' ? ('reseller_link_made' as const) : ('reseller_link_revoked' as const)
    await writeEvent(tx, { kind, at: deps.clock.now(), userId: operatorId, detail: { resellerId, reason } })
    return { id }
  })
}
