/**
 * Owner directories, which metadata shows whenever an entry is added or removed. One page each: a real one adds pages
 * after 32 entries. Their content is not stored, it follows from the entries (`listedBy`).
 */
import { directoryIndex, type Entry, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { type Change, isListed, listedBy, objectsOf, type State } from '#harbour/rippled/engine/sandbox.ts'

/** Removing the last entry of these kinds deletes the directory; after other kinds an empty one stays. */
const LEAVES_NOTHING: readonly Entry['LedgerEntryType'][] = ['SignerList', 'DepositPreauth', 'RippleState']

/** Adds directory changes of all owners whose entries were made, replaced or deleted. `state`: after all changes. */
export function withDirectories(changes: Change[], state: State): Change[] {
  const perOwner = new Map<string, Change[]>()
  for (const change of changes) {
    if (change.kind === 'modified' && !isReplaced(change)) continue
    for (const owner of ownersOf(change.entry)) perOwner.set(owner, [...(perOwner.get(owner) ?? []), change])
  }
  return [...changes, ...[...perOwner].flatMap(([owner, causes]) => directoryChange(owner, causes, state))]
}

/** Removed and added again, as a signer list that replaces another: it has no previous transaction. */
function isReplaced({ before, entry }: Change & { kind: 'modified' }): boolean {
  return isListed(entry) && entry.PreviousTxnID === NO_TRANSACTION && before.PreviousTxnID !== NO_TRANSACTION
}

/** A deleted account takes its own directory with it. */
function ownersOf(entry: Entry): string[] {
  if (entry.LedgerEntryType === 'AccountRoot') return [entry.Account]
  return isListed(entry) ? [...new Set(listedBy(entry))] : []
}

function directoryChange(owner: string, causes: readonly Change[], state: State): Change[] {
  const index = directoryIndex(owner)
  const before = state.get(index)
  if (causes.some(({ entry }) => entry.LedgerEntryType === 'AccountRoot')) {
    const isDeleted = before !== undefined && causes.some(({ kind, entry }) => kind === 'deleted' && !isListed(entry))
    return isDeleted ? [{ kind: 'deleted', index, before, entry: before }] : []
  }
  if (before === undefined) return [{ kind: 'created', index, entry: newDirectory(owner, index) }]
  const takesIt = causes.some(({ kind, entry }) => kind === 'deleted' && LEAVES_NOTHING.includes(entry.LedgerEntryType))
  if (takesIt && objectsOf(state, owner).length === 0) return [{ kind: 'deleted', index, before, entry: before }]
  // When all of its entries are replaced, the directory is removed and created again.
  const isNew = causes.every(({ kind }) => kind === 'modified') && objectsOf(state, owner).length === causes.length
  return [{ kind: 'modified', index, before, entry: isNew ? newDirectory(owner, index) : before }]
}

function newDirectory(owner: string, index: string): Entry {
  return {
    LedgerEntryType: 'DirectoryNode',
    Flags: 0,
    Owner: owner,
    RootIndex: index,
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}
