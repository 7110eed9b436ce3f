import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import type { Upload } from '#app/ports.ts'
import { contractKey } from '#app/trade/documents/domain/documents.ts'
import { discardKept, keepUpload } from '#app/trade/documents/workflows/keep-upload.server.ts'
import { queueFileRemoval } from '#app/trade/documents/workflows/remove-file.server.ts'
import { checkRoomOfPerson } from '#app/trade/documents/workflows/room-for-files.server.ts'
import {
  type Draft,
  type DraftKey,
  deleteDraft,
  findSurplusDrafts,
  lockDraft,
  storeDraft,
  type TypedFields,
} from '#app/trade/opening/db/drafts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Saving = DraftKey & {
  /** The fields of this step; their stored values are replaced. */
  names: readonly string[]
  typed: TypedFields
  /** A new contract replaces the stored one; 'none' removes it; null keeps it. */
  contract: Upload | 'none' | null
}

/** Saves one step of a draft; countStep completes it. Refusal: person_store_full, with the rest of the step saved. */
export async function saveDraft(
  deps: Deps,
  { userId, token, names, typed, contract }: Saving,
): Promise<{ draft: Draft; refusal: Refusal | null }> {
  const at = deps.clock.now()
  const kept =
    contract === null || contract === 'none'
      ? null
      : await keepUpload(deps, contract, (unique) =>
          contractKey({ uid: userId, at, unique, fileName: contract.fileName }),
        )
  const saved = await inTransaction(deps.db, async (tx) => {
    const before = (await lockDraft(tx, { userId, token })) ?? { typed: {}, steps: 0, contract: null }
    // The replaced file frees its space.
    const size = kept && Math.max(0, kept.size - (before.contract?.size ?? 0))
    const refusal =
      size === null ? null : await checkRoomOfPerson(tx, { userId, files: [{ type: 'contract', size }], now: at })
    const next = contract === 'none' ? null : ((refusal ? null : kept) ?? before.contract)
    const others = Object.entries(before.typed).filter(([name]) => !names.includes(name))
    const draft = { ...before, typed: { ...Object.fromEntries(others), ...typed }, contract: next }
    await storeDraft(tx, { userId, token, draft, at })
    if (before.contract && before.contract.storageKey !== next?.storageKey) {
      await queueFileRemoval(tx, before.contract.storageKey)
    }
    for (const surplus of await findSurplusDrafts(tx, userId)) {
      const storageKey = await deleteDraft(tx, surplus)
      if (storageKey !== null) await queueFileRemoval(tx, storageKey)
    }
    return { draft, refusal }
  }).catch((error: unknown) => ({ error }))
  const isKept = 'draft' in saved && saved.draft.contract?.storageKey === kept?.storageKey
  if (kept && !isKept) await discardKept(deps, [kept])
  if ('error' in saved) throw saved.error
  return { draft: saved.draft, refusal: isRefusal(saved.refusal) ? { ...saved.refusal, field: 'contract' } : null }
}

/** Sets the number of completed steps. Does nothing if the draft is gone. */
export async function countStep(deps: Deps, { steps, ...key }: DraftKey & { steps: number }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const draft = await lockDraft(tx, key)
    if (draft) await storeDraft(tx, { ...key, draft: { ...draft, steps }, at: deps.clock.now() })
  })
}
