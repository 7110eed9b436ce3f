/** The accounts as the last closed ledger left them, and for a while as earlier ledgers did. */

import type { Accounts } from '#harbour/horizon/engine/draft.ts'
import type { Account } from './account.ts'

/** Ledgers with transactions whose earlier state is kept, for answers that lag behind. */
const REMEMBERED_CHANGES = 500

type Change = { ledger: number; before: ReadonlyMap<string, Account | undefined> }

export class LedgerState implements Accounts {
  readonly #accounts = new Map<string, Account>()
  readonly #recent: Change[] = []

  find(address: string): Account | undefined {
    return this.#accounts.get(address)
  }

  apply(ledger: number, changes: ReadonlyMap<string, Account | null>): void {
    const before = new Map([...changes.keys()].map((address) => [address, this.#accounts.get(address)] as const))
    this.#recent.push({ ledger, before })
    if (this.#recent.length > REMEMBERED_CHANGES) this.#recent.shift()
    for (const [address, account] of changes) {
      if (account === null) this.#accounts.delete(address)
      else this.#accounts.set(address, account)
    }
  }

  /** The account as it was after this ledger; undefined when it did not exist. */
  findAt(address: string, ledger: number): Account | undefined {
    const changed = this.#recent.find((change) => change.ledger > ledger && change.before.has(address))
    return changed === undefined ? this.#accounts.get(address) : changed.before.get(address)
  }
}
