/** A set of changes on top of a state: kept when the transaction succeeds, forgotten when it fails. */
import type { Account } from '#harbour/horizon/ledger/account.ts'

export type Accounts = { find(address: string): Account | undefined }

export class Draft implements Accounts {
  readonly #base: Accounts
  readonly #changes = new Map<string, Account | null>()

  constructor(base: Accounts) {
    this.#base = base
  }

  find(address: string): Account | undefined {
    const changed = this.#changes.get(address)
    return changed === undefined ? this.#base.find(address) : (changed ?? undefined)
  }

  put(account: Account): void {
    this.#changes.set(account.address, account)
  }

  remove(address: string): void {
    this.#changes.set(address, null)
  }

  /** Carries the changes into the draft below. */
  keepIn(below: Draft): void {
    for (const [address, account] of this.#changes) {
      if (account === null) below.remove(address)
      else below.put(account)
    }
  }

  /** Changed accounts by address; null for those that are gone. */
  changes(): ReadonlyMap<string, Account | null> {
    return this.#changes
  }
}
