/** The filter of a person's escrows. It is part of the URL, so that it can be saved, shared and gone back to. */
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { ASSETS, type Asset, hashIn } from '#app/kernel/domain/assets.ts'
import { seenText } from '#app/kernel/domain/words/seen-text.ts'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'

export const FILTER_STATES = ['open', 'finished'] as const
export type FilterState = (typeof FILTER_STATES)[number]

/** Null: not filtered by this. */
export type EscrowFilter = {
  find: FoundEscrows | null
  state: FilterState | null
  asset: Asset | null
  /** First and last day of opening (UTC): YYYY-MM-DD. */
  from: string | null
  until: string | null
}

/** What was typed, and as what. Text is searched in the notes and in the other side's name or address. */
export type FoundEscrows =
  | { as: 'id'; typed: string; transactionId: string }
  | { as: 'hash'; typed: string; hash: string }
  | { as: 'reference'; typed: string; reference: number }
  | { as: 'text'; typed: string }

const LONGEST_FIND = 100

/** Ignores parameters and values that none of our forms writes. */
export function readEscrowFilter(query: URLSearchParams): EscrowFilter {
  const state = query.get('state')
  const asset = query.get('asset')
  return {
    find: foundOf(query.get('find') ?? ''),
    state: FILTER_STATES.find((known) => known === state) ?? null,
    asset: ASSETS.find((known) => known === asset) ?? null,
    from: dayOf(query.get('from')),
    until: dayOf(query.get('until')),
  }
}

function foundOf(text: string): FoundEscrows | null {
  const typed = text.trim().slice(0, LONGEST_FIND)
  if (typed === '') return null
  const transactionId = normalizeEscrowId(typed)
  if (transactionId) return { as: 'id', typed, transactionId }
  const hash = hashIn(typed)
  if (hash !== null) return { as: 'hash', typed, hash }
  const seen = seenText(typed)
  if (looksLikeReference(seen)) return { as: 'reference', typed, reference: Number(seen) }
  return { as: 'text', typed }
}

/** Invalid days in the URL, typed into a browser without a date picker. */
export function noDays(query: URLSearchParams): { name: 'from' | 'until'; typed: string }[] {
  return (['from', 'until'] as const).flatMap((name) => {
    const typed = query.get(name)?.trim() ?? ''
    return typed === '' || dayOf(typed) !== null ? [] : [{ name, typed: typed.slice(0, LONGEST_FIND) }]
  })
}

function dayOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null
}

/** Query parameters of the filter; empty without one. */
export function writeFilter({ find, ...others }: EscrowFilter): Record<string, string> {
  const said = Object.entries({ find: find?.typed ?? null, ...others })
  return Object.fromEntries(said.filter((part): part is [string, string] => part[1] !== null))
}

export function isFiltering(filter: EscrowFilter): boolean {
  return Object.keys(writeFilter(filter)).length > 0
}

type Listed = {
  transactionId: string
  realTxId: string | null
  reference: number
  notes: string
  counterparty: string | null
  currency: Asset
  createdAt: string
}

/** Matches an open escrow in memory: for short lists that are loaded already. */
export function fitsFilter(escrow: Listed, filter: EscrowFilter): boolean {
  const { from, before } = spanOf(filter)
  const openedAt = new Date(escrow.createdAt)
  return (
    filter.state !== 'finished' &&
    (filter.asset === null || escrow.currency === filter.asset) &&
    (from === null || openedAt >= from) &&
    (before === null || openedAt < before) &&
    (filter.find === null || isFound(escrow, filter.find))
  )
}

function isFound({ transactionId, realTxId, reference, notes, counterparty }: Listed, find: FoundEscrows): boolean {
  if (find.as === 'id') return transactionId === find.transactionId
  if (find.as === 'reference') return reference === find.reference
  if (find.as === 'hash') return realTxId?.toLowerCase() === find.hash.toLowerCase()
  return [notes, counterparty ?? ''].some((text) => text.toLowerCase().includes(find.typed.toLowerCase()))
}

const DAY_MS = 24 * 3_600_000

/** Limits of the time of opening: `from` inclusive, `before` exclusive. */
export function spanOf({ from, until }: Pick<EscrowFilter, 'from' | 'until'>): {
  from: Date | null
  before: Date | null
} {
  return {
    from: from === null ? null : new Date(`${from}T00:00:00.000Z`),
    before: until === null ? null : new Date(new Date(`${until}T00:00:00.000Z`).getTime() + DAY_MS),
  }
}
