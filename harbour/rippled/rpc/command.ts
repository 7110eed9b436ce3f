/** What a command gets, and how it reads the parameters that many of them share. */
import { isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import type { State } from '#harbour/rippled/engine/sandbox.ts'
import type { Node } from '#harbour/rippled/ledger/node.ts'
import type { Fate } from '#harbour/rippled/ledger/open-view.ts'
import { type Answer, invalidField, missingField, refused } from '#harbour/rippled/rpc/errors.ts'
import type { Scope } from '#harbour/rippled/rpc/scope.ts'
import type { ApiVersion, Subscriber } from '#harbour/rippled/rpc/subscriber.ts'

export type Command = {
  params: Readonly<Record<string, unknown>>
  apiVersion: ApiVersion
  node: Node
  networkId: number
  /** Whether answers about the server name the network. */
  announcesNetwork: boolean
  port: number
  scope: Scope
  now: () => Date
  startedAt: Date
  /** What shall become of a submitted transaction (faults and test hooks). */
  fateOf(transaction: { hash: string; json: Record<string, unknown> }): Fate
  /** Whether not finding a transaction in these ledgers proves anything, where it is not rippled that is asked. */
  searchedAll?: (least: number, most: number) => boolean
  /** Null over HTTP, where nothing can be pushed. */
  subscriber: Subscriber | null
}

/** The result, without envelope. Throws RequestRefused. */
export type Handler = (command: Command) => Answer

/**
 * Throws invalidParams or actMalformed.
 * @param named the ledger that was looked for before, which the answer names all the same
 */
export function accountParam({ params }: Command, field = 'account', named: Answer = {}): string {
  const value = params[field]
  if (value === undefined) throw missingField(field)
  if (typeof value !== 'string') throw invalidField(field)
  if (!isValidClassicAddress(value)) throw refused('actMalformed', named)
  return value
}

const LimitSchema = z.number().int().positive()

/** At most `most`; none asked for: `usual`. Throws invalidParams. */
export function limitParam({ params }: Command, { usual, most }: { usual: number; most: number }): number {
  if (params.limit === undefined) return usual
  const limit = LimitSchema.safeParse(params.limit)
  if (!limit.success) throw invalidField('limit')
  return Math.min(limit.data, most)
}

export type Lookup = {
  index: number
  isOpen: boolean
  state: State
  /** How the answer names the ledger. */
  named: Answer
}

/** The ledger that the parameters name; without any, the open one. Throws lgrNotFound or invalidParams. */
export function ledgerParam({ params, scope }: Command): Lookup {
  if (params.ledger_hash !== undefined) return closedLedger(scope, indexByHash(scope, params.ledger_hash))
  const named = params.ledger_index ?? 'current'
  if (named === 'current' || named === '') return openLedger(scope)
  if (named === 'validated' || named === 'closed') return closedLedger(scope, scope.last)
  const index = typeof named === 'string' && /^\d+$/.test(named) ? Number(named) : named
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) {
    throw refused('invalidParams', { error_message: 'ledgerIndexMalformed' })
  }
  return index === scope.current.index ? openLedger(scope) : closedLedger(scope, index)
}

function openLedger(scope: Scope): Lookup {
  const { index, state } = scope.current
  return { index, isOpen: true, state, named: { ledger_current_index: index, validated: false } }
}

function closedLedger(scope: Scope, index: number): Lookup {
  const state = scope.stateAt(index)
  const isKnown = state !== null || (index >= scope.first && index <= scope.last)
  if (!isKnown) throw refused('lgrNotFound', { error_message: 'ledgerNotFound' })
  const { hash } = scope.header(index)
  return {
    index,
    isOpen: false,
    named: { ledger_hash: hash, ledger_index: index, validated: true },
    // Of old ledgers the header is kept for longer than what was in them.
    get state() {
      if (state === null) throw refused('lgrNotFound', { error_message: 'ledgerNotFound' })
      return state
    },
  }
}

/** Only ledgers whose state is kept are found, and those are few. */
function indexByHash(scope: Scope, hash: unknown): number {
  if (typeof hash !== 'string') throw refused('invalidParams', { error_message: 'ledgerHashNotString' })
  if (!/^[0-9A-F]{64}$/i.test(hash)) throw refused('invalidParams', { error_message: 'ledgerHashMalformed' })
  for (let index = scope.last; scope.stateAt(index) !== null; index -= 1) {
    if (scope.header(index).hash === hash.toUpperCase()) return index
  }
  throw refused('lgrNotFound', { error_message: 'ledgerNotFound' })
}
