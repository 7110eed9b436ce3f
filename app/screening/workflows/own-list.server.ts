/** Names and wallets that the operators block themselves: a list like the others, but kept here (decision 068). */
import { createHash } from 'node:crypto'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, looksLikeAddress, NETWORK_FACTS, NETWORKS, networkOf } from '#app/kernel/domain/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { recordNameProblem } from '#app/kernel/domain/words/person-name.ts'
import { type HashedEntry, putIntoForce } from '#app/screening/db/lists.server.ts'
import { lockOwnList } from '#app/screening/db/own-list.server.ts'
import { OWN_LIST } from '#app/screening/domain/listed-entry.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { fileHashOf } from './refresh-lists.server.ts'

export type Blocked = { name: string; wallet: string; reason: string }

/** Checks only; changes nothing. Refuses as blockOwn does. */
export async function weighBlock(deps: Deps, blocked: Blocked): Promise<Refusal | null> {
  const said = readBlocked(deps, blocked)
  return isRefusal(said) ? said : inTransaction(deps.db, async (tx) => known(await lockOwnList(tx), blocked))
}

/**
 * Blocks a name, a wallet or both; everybody is compared with it. The caller checks that `operatorId` is an operator.
 * Refusals: own_entry_empty, own_entry_known, name_too_long, name_not_plain, wallet_invalid, review_reason_required.
 */
export async function blockOwn(
  deps: Deps,
  { operatorId, ...blocked }: Blocked & { operatorId: string },
): Promise<Refusal | null> {
  const said = readBlocked(deps, blocked)
  if (isRefusal(said)) return said
  return inTransaction(deps.db, async (tx) => {
    const before = await lockOwnList(tx)
    const refusal = known(before, blocked)
    if (refusal) return refusal
    const entry = { sourceId: deps.newId(), ...said }
    const added = { ...entry, hash: fileHashOf(OWN_LIST, entry) }
    const what = { added: added.sourceId, ...blocked }
    const since = await change(deps, tx, { operatorId, entries: [...before, added], what })
    await enqueue(tx, { name: 'screen_people', payload: { since } })
    return null
  })
}

function readBlocked(deps: Deps, { name, wallet, reason }: Blocked) {
  if (name === '' && wallet === '') return refuse('own_entry_empty', { field: 'name' })
  const problem = name === '' ? null : recordNameProblem(name)
  if (problem) return refuse(problem, { field: 'name' })
  const currency = wallet === '' ? null : currencyOf(deps, wallet)
  if (currency === undefined) return refuse('wallet_invalid', { field: 'wallet' })
  if (reason === '') return refuse('review_reason_required', { field: 'reason' })
  return {
    kind: 'person' as const,
    ...{ births: [], countries: [], programmes: [], documents: [] },
    names: name === '' ? [] : [{ text: name, isWeak: false }],
    wallets: currency === null ? [] : [{ currency, address: wallet }],
    remarks: reason,
  }
}

function known(entries: readonly HashedEntry[], { name, wallet }: Blocked): Refusal | null {
  const isKnown = entries.some((entry) => same(entry.names[0]?.text, name) && same(entry.wallets[0]?.address, wallet))
  return isKnown ? refuse('own_entry_known', { field: name === '' ? 'wallet' : 'name' }) : null
}

export type EndedEntry = { sourceId: string; reason: string }

/** Returns what would be removed; null: already removed. Changes nothing. Refuses as endOwn does. */
export async function weighEnd(
  deps: Deps,
  { sourceId, reason }: EndedEntry,
): Promise<{ name: string; wallet: string } | null | Refusal> {
  const entry = await inTransaction(deps.db, async (tx) => find(await lockOwnList(tx), sourceId))
  return entry && (reason === '' ? NO_REASON : entry)
}

/**
 * Removes an entry. What it blocks stays blocked until operators clear it. Idempotent. The caller checks that
 * `operatorId` is an operator. Refusal: review_reason_required.
 */
export async function endOwn(
  deps: Deps,
  { operatorId, sourceId, reason }: EndedEntry & { operatorId: string },
): Promise<Refusal | null> {
  if (reason === '') return NO_REASON
  await inTransaction(deps.db, async (tx) => {
    const before = await lockOwnList(tx)
    const ended = find(before, sourceId)
    if (ended === null) return
    const entries = before.filter((entry) => entry.sourceId !== sourceId)
    await change(deps, tx, { operatorId, entries, what: { ended: sourceId, ...ended, reason } })
  })
  return null
}

const NO_REASON = refuse('review_reason_required', { field: 'reason' })

function find(entries: readonly HashedEntry[], sourceId: string): { name: string; wallet: string } | null {
  const entry = entries.find((one) => one.sourceId === sourceId)
  return entry ? { name: entry.names[0]?.text ?? '', wallet: entry.wallets[0]?.address ?? '' } : null
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

/** Undefined: an address of neither ledger, or a mistyped one. */
function currencyOf({ ledgers }: Deps, address: string): Asset | undefined {
  return NETWORKS.map((network) => NETWORK_FACTS[network].native).find(
    (asset) => looksLikeAddress(asset, address) && ledgers[networkOf(asset)].isAddress(address),
  )
}

const same = (known: string | undefined, typed: string) => (known ?? '') === typed
