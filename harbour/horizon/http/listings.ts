/** Lists for pages and streams: ledgers, transactions, operations, payments, effects, claimable balances. */

import { type ClaimableBalance, isBalanceId } from '#harbour/horizon/ledger/claimable-balance.ts'
import { type EffectRecord, effectId, firstAfter } from '#harbour/horizon/ledger/history.ts'
import { ledgerOf, toid } from '#harbour/horizon/ledger/toid.ts'
import type { Json } from '#harbour/horizon/resources/json.ts'
import type { OperationRecord, TransactionRecord } from '#harbour/horizon/resources/records.ts'
import type { View } from '#harbour/horizon/resources/view.ts'
import { balanceToken, claimableBalanceResource } from '../resources/claimable-balance.ts'
import { effectResource, effectToken } from '../resources/effect.ts'
import { ledgerResource } from '../resources/ledger.ts'
import { operationResource } from '../resources/operation.ts'
import { transactionResource } from '../resources/transaction.ts'

type Row = { token: string; body: Json }

export type Slice = {
  /** Exclusive; null: from the start, or from the end when descending. */
  cursor: bigint | null
  order: 'asc' | 'desc'
  limit: number
}

export type Listing = {
  rows(slice: Slice, view: View): Row[]
  /** Returns the number of a cursor; null: not a valid cursor. */
  parseCursor(text: string): bigint | null
  /** Returns the cursor before everything in this ledger. */
  startOf(ledger: number): bigint
  /** Set for lists of the current state: never older than the history, not streamed, own error for a cursor. */
  state?: { cursorRule: string }
}

export type Filter = { includesFailed: boolean; isJoined: boolean }

/** Parses a cursor of transactions, operations and ledgers: a number below 2^63. Null: invalid. */
function parseToid(text: string): bigint | null {
  if (!/^\d{1,19}$/.test(text)) return null
  const id = BigInt(text)
  return id < 2n ** 63n ? id : null
}

const BY_TOID = { parseCursor: parseToid, startOf: (ledger: number) => toid({ ledger }) }

export function transactionListing(records: readonly TransactionRecord[], filter: Filter): Listing {
  return {
    ...BY_TOID,
    rows: (slice, view) =>
      cut(records, slice, boundsOf(BY_TOID, view), ({ successful }) => successful || filter.includesFailed).map(
        (record) => ({ token: record.id.toString(), body: transactionResource(record, view) }),
      ),
  }
}

export function operationListing(records: readonly OperationRecord[], filter: Filter): Listing {
  return {
    ...BY_TOID,
    rows: (slice, view) =>
      cut(
        records,
        slice,
        boundsOf(BY_TOID, view),
        ({ transaction }) => transaction.successful || filter.includesFailed,
      ).map((record) => ({ token: record.id.toString(), body: operationResource(record, view, filter) })),
  }
}

const BY_EFFECT = {
  parseCursor(text: string): bigint | null {
    const [operation = '', number = '0', ...rest] = text.split('-')
    const id = parseToid(operation)
    return id === null || rest.length > 0 || !/^\d{1,4}$/.test(number) ? null : effectId(id, Number(number))
  },
  startOf: (ledger: number) => effectId(toid({ ledger }), 0),
}

export function effectListing(records: readonly EffectRecord[]): Listing {
  return {
    ...BY_EFFECT,
    rows: (slice, view) =>
      cut(records, slice, boundsOf(BY_EFFECT, view), () => true).map((record) => ({
        token: effectToken(record),
        body: effectResource(record, view),
      })),
  }
}

export const ledgerListing: Listing = {
  ...BY_TOID,
  rows({ cursor, order, limit }, view) {
    const [step, first, last] =
      order === 'asc'
        ? [1, Math.max(view.elder, cursor === null ? 0 : ledgerOf(cursor) + 1), view.latest]
        : [-1, Math.min(view.latest, cursor === null ? view.latest : ledgerBefore(cursor)), view.elder]
    const count = Math.max(0, Math.min(limit, (last - first) * step + 1))
    return Array.from({ length: count }, (_, index) => {
      const sequence = first + index * step
      return { token: toid({ ledger: sequence }).toString(), body: ledgerResource(sequence, view) }
    })
  },
}

/** A cursor is a ledger and a balance id, packed into one number that keeps their order. */
const BALANCE_ID_BITS = 288n
const BY_BALANCE = {
  parseCursor(text: string): bigint | null {
    const [ledger = '', id = '', ...rest] = text.split('-')
    if (!/^\d{1,18}$/.test(ledger) || !isBalanceId(id) || rest.length > 0) return null
    return (BigInt(ledger) << BALANCE_ID_BITS) | BigInt(`0x${id}`)
  },
  startOf: (ledger: number) => BigInt(ledger) << BALANCE_ID_BITS,
}

export type BalanceFilter = { asset: string | null; sponsor: string | null; claimant: string | null }

export function balanceListing({ asset, sponsor, claimant }: BalanceFilter): Listing {
  const isWanted = (balance: ClaimableBalance) =>
    (asset === null || balance.asset === asset) &&
    (sponsor === null || balance.sponsor === sponsor) &&
    (claimant === null || balance.claimants.some(({ destination }) => destination === claimant))
  return {
    ...BY_BALANCE,
    state: {
      cursorRule:
        'The first part should be a number higher than 0 and the second part should be a valid claimable balance ID',
    },
    rows(slice, view) {
      const placed = view.network.state.balances
        .allAt(view.latest)
        .filter(isWanted)
        .map((balance) => ({ id: BY_BALANCE.startOf(balance.modifiedIn) | BigInt(`0x${balance.id}`), balance }))
        .sort((left, right) => (left.id < right.id ? -1 : 1))
      const everything = { from: 0n, until: BY_BALANCE.startOf(view.latest + 1) }
      return cut(placed, slice, everything, () => true).map(({ balance }) => ({
        token: balanceToken(balance),
        body: claimableBalanceResource(balance, view),
      }))
    },
  }
}

function ledgerBefore(cursor: bigint): number {
  return cursor === 0n ? 0 : ledgerOf(cursor - 1n)
}

type Bounds = { from: bigint; until: bigint }

function boundsOf({ startOf }: Pick<Listing, 'startOf'>, { elder, latest }: View): Bounds {
  return { from: startOf(elder), until: startOf(latest + 1) }
}

/** Returns at most `limit` shown items after the cursor. `items` is sorted by id. */
function cut<T extends { id: bigint }>(
  items: readonly T[],
  { cursor, order, limit }: Slice,
  { from, until }: Bounds,
  isShown: (item: T) => boolean,
): T[] {
  const shown: T[] = []
  const step = order === 'asc' ? 1 : -1
  const ceiling = order === 'desc' && cursor !== null && cursor < until ? cursor : until
  const start =
    order === 'asc'
      ? firstAfter(items, ({ id }) => id >= from && (cursor === null || id > cursor))
      : firstAfter(items, ({ id }) => id >= ceiling) - 1
  for (let index = start; shown.length < limit; index += step) {
    const item = items[index]
    if (item === undefined || item.id < from || item.id >= until) break
    if (isShown(item)) shown.push(item)
  }
  return shown
}
