/** Names and wallets that the operators block themselves: a list like the others, but kept here (decision 069). */
import { createHash } from 'node:crypto'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import { type HashedEntry, putIntoForce } from '#app/db/screening/lists.server.ts'
import { lockOwnList } from '#app/db/screening/own-list.server.ts'
import { looksLikeAddress, networkOf } from '#app/domain/kernel/assets.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { nameProblem } from '#app/domain/kernel/words/person-name.ts'
import { OWN_LIST } from '#app/domain/screening/listed-entry.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { hashOf } from './refresh-lists.server.ts'

export type Blocked = { operatorId: string; name: string; wallet: string; reason: string }

/**
 * Blocks a name, a wallet or both; everybody is compared with it. The caller has checked that `operatorId` is an operator.
 * Refusals: own_entry_empty, own_entry_known, name_too_long, name_not_plain, wallet_invalid, review_reason_required.
 */
export async function blockOwn(deps: Deps, { operatorId, name, wallet, reason }: Blocked): Promise<Refusal | null> {
  if (name === '' && wallet === '') return refuse('own_entry_empty', { field: 'name' })
  const problem = name === '' ? null : nameProblem(name)
  if (problem) return refuse(problem, { field: 'name' })
  const currency = wallet === '' ? null : currencyOf(deps, wallet)
  if (currency === undefined) return refuse('wallet_invalid', { field: 'wallet' })
  if (reason === '') return refuse('review_reason_required', { field: 'reason' })
  const said = {
    kind: 'person' as const,
    ...{ births: [], countries: [], programmes: [], documents: [] },
    names: name === '' ? [] : [{ text: name, isWeak: false }],
    wallets: currency === null ? [] : [{ currency, address: wallet }],
    remarks: reason,
  }
  return inTransaction(deps.db, async (tx) => {
    const before = await lockOwnList(tx)
    const isKnown = before.some((entry) => same(entry.names[0]?.text, name) && same(entry.wallets[0]?.address, wallet))
    if (isKnown) return refuse('own_entry_known', { field: name === '' ? 'wallet' : 'name' })
    const entry = { sourceId: deps.newId(), ...said }
    const added = { ...entry, hash: hashOf(OWN_LIST, entry) }
    const since = await change(deps, tx, { operatorId, entries: [...before, added], what: { added: added.sourceId } })
    await enqueue(tx, { name: 'screen_people', payload: { since } })
    return null
  })
}

/** Takes an entry off the list. What is held because of it stays held, until operators let it go. */
export async function endOwn(
  deps: Deps,
  { operatorId, sourceId }: { operatorId: string; sourceId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const before = await lockOwnList(tx)
    const entries = before.filter((entry) => entry.sourceId !== sourceId)
    if (entries.length < before.length) await change(deps, tx, { operatorId, entries, what: { ended: sourceId } })
  })
}

async function change(
  deps: Deps,
  tx: Transaction,
  { operatorId, entries, what }: { operatorId: string; entries: readonly HashedEntry[]; what: Record<string, string> },
): Promise<string> {
  const [id, at, text] = [deps.newId(), deps.clock.now(), JSON.stringify(entries.map(({ hash }) => hash))]
  const sha256 = createHash('sha256').update(text).digest('hex')
  const facts = { publishedAt: null, fetchedAt: at, address: 'desk', declaredCount: null, reader: 1 }
  await putIntoForce(tx, {
    snapshot: { id, list: OWN_LIST, ...facts, sha256, bytes: text.length },
    entries,
    byId: operatorId,
  })
  await writeEvent(tx, { kind: 'own_list_changed', at, userId: operatorId, detail: what })
  return id
}

/** Undefined: an address of neither ledger, or one that was mistyped. */
function currencyOf({ ledgers }: Deps, address: string): 'XLM' | 'XRP' | undefined {
  return (['XLM', 'XRP'] as const).find(
    (asset) => looksLikeAddress(asset, address) && ledgers[networkOf(asset)].isAddress(address),
  )
}

const same = (known: string | undefined, typed: string) => (known ?? '') === typed
