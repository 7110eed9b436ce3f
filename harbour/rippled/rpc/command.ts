/** Input of a command, and the parameters that many commands share. */
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
  /** What happens to a submitted transaction (faults and test hooks). */
  fateOf(transaction: { hash: string; json: Record<string, unknown> }): Fate
  /** Set for Clio: whether a search of these ledgers was complete. */
  searchedAll?: (least: number, most: number) => boolean
  /** Null over HTTP, where nothing can be pushed. */
  subscriber: Subscriber | null
}

/** Returns the result, without envelope. Throws RequestRefused. */
export type Handler = (command: Command) => Answer

/** Throws invalidParams or actMalformed. `named`: the ledger found before, which the error names, too. */
export function accountParam({ params }: Command, field = 'account', named: Answer = {}): string {
  const value = params[field]
  if (value === undefined) throw missingField(field)
  if (typeof value !== 'string') throw invalidField(field)
  if (!isValidClassicAddress(value)) throw refused('actMalformed', named)
  return value
}

const LimitSchema = z.number().int().positive()

/** At most `most`, by default `usual`. Throws invalidParams. */
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
  /** Fields that name the ledger in the answer. */
  named: Answer
}

/** Finds the ledger that the parameters name, by default the open one. Throws lgrNotFound or invalidParams. */
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
    // Headers of old ledgers are kept longer than their state.
    get state() {
      if (state === null) throw refused('lgrNotFound', { error_message: 'ledgerNotFound' })
      return state
    },
  }
}

/** Searches only the ledgers whose state is kept, which are few. */
function indexByHash(scope: Scope, hash: unknown): number {
  if (typeof hash !== 'string') throw refused('invalidParams', { error_message: 'ledgerHashNotString' })
  if (!/^[0-9A-F]{64}$/i.test(hash)) throw refused('invalidParams', { error_message: 'ledgerHashMalformed' })
  for (let index = scope.last; scope.stateAt(index) !== null; index -= 1) {
    if (scope.header(index).hash === hash.toUpperCase()) return index
  }
  throw refused('lgrNotFound', { error_message: 'ledgerNotFound' })
}
