/** The entries after the last closed ledger and, for a number of ledgers back, after earlier ones. */

import type { Changes, Entries } from '#harbour/horizon/engine/draft.ts'
import type { Account } from './account.ts'
import type { ClaimableBalance } from './claimable-balance.ts'

/** Number of ledgers with transactions whose earlier state is kept, for answers that lag behind. */
const REMEMBERED_CHANGES = 500

class Table<Entry> {
  readonly #entries = new Map<string, Entry>()
  readonly #recent: { ledger: number; before: ReadonlyMap<string, Entry | undefined> }[] = []

  find(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  apply(ledger: number, changes: Changes<Entry>): void {
    const before = new Map([...changes.keys()].map((key) => [key, this.#entries.get(key)] as const))
    this.#recent.push({ ledger, before })
    if (this.#recent.length > REMEMBERED_CHANGES) this.#recent.shift()
    for (const [key, entry] of changes) {
      if (entry === null) this.#entries.delete(key)
      else this.#entries.set(key, entry)
    }
  }

  /** Returns the entry as it was after this ledger; undefined: it did not exist. */
  findAt(key: string, ledger: number): Entry | undefined {
    const changed = this.#recent.find((change) => change.ledger > ledger && change.before.has(key))
    return changed === undefined ? this.#entries.get(key) : changed.before.get(key)
  }

  allAt(ledger: number): Entry[] {
    const keys = new Set([...this.#entries.keys(), ...this.#recent.flatMap(({ before }) => [...before.keys()])])
    return [...keys].map((key) => this.findAt(key, ledger)).filter((entry) => entry !== undefined)
  }
}

export class LedgerState implements Entries {
  readonly accounts = new Table<Account>()
  readonly balances = new Table<ClaimableBalance>()
  /** Always empty: a sponsorship ends in the transaction in which it began. */
  readonly sponsorships: ReadonlyMap<string, string> = new Map()

  find(address: string): Account | undefined {
    return this.accounts.find(address)
  }

  findBalance(id: string): ClaimableBalance | undefined {
    return this.balances.find(id)
  }

  apply(ledger: number, changes: { accounts: Changes<Account>; balances?: Changes<ClaimableBalance> }): void {
    this.accounts.apply(ledger, changes.accounts)
    this.balances.apply(ledger, changes.balances ?? new Map())
  }
}
