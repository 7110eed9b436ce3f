/** A layer over a ledger's state: changes of a transaction or an open ledger stay here until they are taken over. */
import { isDeepStrictEqual } from 'node:util'
import {
  type AccountRoot,
  accountIndex,
  type Check,
  type DepositPreauth,
  type Entry,
  type Escrow,
  escrowIndex,
  indexOf,
  preauthIndex,
  type SignerList,
  signerListIndex,
  type Ticket,
  ticketIndex,
} from '#harbour/rippled/engine/entries.ts'

/** Entries by index. */
export type State = { get(index: string): Entry | undefined; values(): Iterable<Entry> }

export type Change =
  | { kind: 'created'; index: string; entry: Entry }
  | { kind: 'modified'; index: string; before: Entry; entry: Entry }
  /** `entry`: as it was when it was deleted, an emptied account for instance. */
  | { kind: 'deleted'; index: string; before: Entry; entry: Entry }

export type Sandbox = State & {
  put(entry: Entry): void
  erase(entry: Entry): void
  /** Differences from the state below. */
  changes(): Change[]
  take(changes: readonly Change[]): void
}

type Touched = { entry: Entry; isErased: boolean }

export function openSandbox(below: State): Sandbox {
  const touched = new Map<string, Touched>()
  const sandbox: Sandbox = {
    get(index) {
      const own = touched.get(index)
      if (own === undefined) return below.get(index)
      return own.isErased ? undefined : own.entry
    },
    *values() {
      for (const entry of below.values()) if (!touched.has(indexOf(entry))) yield entry
      for (const { entry, isErased } of touched.values()) if (!isErased) yield entry
    },
    put(entry) {
      touched.set(indexOf(entry), { entry, isErased: false })
    },
    erase(entry) {
      touched.set(indexOf(entry), { entry, isErased: true })
    },
    changes() {
      return [...touched].flatMap(([index, own]) => changeOf(index, own, below.get(index)))
    },
    take(changes) {
      for (const change of changes)
        touched.set(change.index, { entry: change.entry, isErased: change.kind === 'deleted' })
    },
  }
  return sandbox
}

function changeOf(index: string, own: Touched, before: Entry | undefined): Change[] {
  if (before === undefined) return own.isErased ? [] : [{ kind: 'created', index, entry: own.entry }]
  if (own.isErased) return [{ kind: 'deleted', index, before, entry: own.entry }]
  return isSame(before, own.entry) ? [] : [{ kind: 'modified', index, before, entry: own.entry }]
}

function isSame(one: Entry, other: Entry): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...fields].every((field) => isDeepStrictEqual(fieldOf(one, field), fieldOf(other, field)))
}

/** Returns a field that this kind of entry may lack. */
export function fieldOf(entry: Entry, field: string): unknown {
  return Object.hasOwn(entry, field) ? entry[field as keyof Entry] : undefined
}

export function accountIn(state: State, address: string): AccountRoot | undefined {
  const entry = state.get(accountIndex(address))
  return entry?.LedgerEntryType === 'AccountRoot' ? entry : undefined
}

export function ticketIn(state: State, address: string, ticketSequence: number): Ticket | undefined {
  const entry = state.get(ticketIndex(address, ticketSequence))
  return entry?.LedgerEntryType === 'Ticket' ? entry : undefined
}

export function escrowIn(state: State, owner: string, sequence: number): Escrow | undefined {
  const entry = state.get(escrowIndex(owner, sequence))
  return entry?.LedgerEntryType === 'Escrow' ? entry : undefined
}

export function preauthIn(state: State, owner: string, authorized: string): DepositPreauth | undefined {
  const entry = state.get(preauthIndex(owner, authorized))
  return entry?.LedgerEntryType === 'DepositPreauth' ? entry : undefined
}

export function signersIn(state: State, owner: string): SignerList | undefined {
  const entry = state.get(signerListIndex(owner))
  return entry?.LedgerEntryType === 'SignerList' ? entry : undefined
}

/** `id`: of the entry, as transactions name it. */
export function checkIn(state: State, id: string): Check | undefined {
  const entry = state.get(id)
  return entry?.LedgerEntryType === 'Check' ? entry : undefined
}

export type Listed = Exclude<Entry, { LedgerEntryType: 'AccountRoot' | 'DirectoryNode' }>

export function isListed(entry: Entry): entry is Listed {
  return entry.LedgerEntryType !== 'AccountRoot' && entry.LedgerEntryType !== 'DirectoryNode'
}

/** Returns what an account's directory lists: what it owns, and what is destined for it. */
export function objectsOf(state: State, address: string): Listed[] {
  const objects: Listed[] = []
  for (const entry of state.values()) {
    if (isListed(entry) && listedBy(entry).includes(address)) objects.push(entry)
  }
  return objects
}

const OBLIGATIONS: readonly Entry['LedgerEntryType'][] = ['Escrow', 'Check', 'PayChannel', 'RippleState']

/** Whether its owner and receiver cannot be deleted while it exists. Everything else is deleted with the account. */
export function isObligation({ LedgerEntryType: type }: Listed): boolean {
  return OBLIGATIONS.includes(type)
}

/** Returns the accounts whose directories list an entry, its owner first. */
export function listedBy(entry: Listed): string[] {
  switch (entry.LedgerEntryType) {
    case 'SignerList':
      return [entry.Owner]
    case 'RippleState':
      return [entry.LowLimit.issuer, entry.HighLimit.issuer]
    case 'Escrow':
    case 'Check':
    case 'PayChannel':
      return [entry.Account, entry.Destination]
    default:
      return [entry.Account]
  }
}
