/** Changes on top of a state: merged when the transaction succeeds, discarded when it fails. */
import type { Account } from '#harbour/horizon/ledger/account.ts'
import type { ClaimableBalance } from '#harbour/horizon/ledger/claimable-balance.ts'

export type Accounts = { find(address: string): Account | undefined }

export type Entries = Accounts & {
  findBalance(id: string): ClaimableBalance | undefined
  /** Sponsor by sponsored account: who pays the reserves of its new entries. Only within a transaction. */
  readonly sponsorships: ReadonlyMap<string, string>
}

/** Changed entries by key; null: removed. */
export type Changes<Entry> = ReadonlyMap<string, Entry | null>

class Layer<Entry> {
  readonly changes = new Map<string, Entry | null>()
  readonly #below: (key: string) => Entry | undefined

  constructor(below: (key: string) => Entry | undefined) {
    this.#below = below
  }

  find(key: string): Entry | undefined {
    const changed = this.changes.get(key)
    return changed === undefined ? this.#below(key) : (changed ?? undefined)
  }

  keepIn(below: Layer<Entry>): void {
    for (const [key, entry] of this.changes) below.changes.set(key, entry)
  }
}

export class Draft implements Entries {
  readonly #accounts: Layer<Account>
  readonly #balances: Layer<ClaimableBalance>
  #sponsorships: ReadonlyMap<string, string>

  constructor(base: Entries) {
    this.#accounts = new Layer((address) => base.find(address))
    this.#balances = new Layer((id) => base.findBalance(id))
    this.#sponsorships = base.sponsorships
  }

  find(address: string): Account | undefined {
    return this.#accounts.find(address)
  }

  put(account: Account): void {
    this.#accounts.changes.set(account.address, account)
  }

  remove(address: string): void {
    this.#accounts.changes.set(address, null)
  }

  findBalance(id: string): ClaimableBalance | undefined {
    return this.#balances.find(id)
  }

  putBalance(balance: ClaimableBalance): void {
    this.#balances.changes.set(balance.id, balance)
  }

  removeBalance(id: string): void {
    this.#balances.changes.set(id, null)
  }

  get sponsorships(): ReadonlyMap<string, string> {
    return this.#sponsorships
  }

  beginSponsoring(sponsored: string, sponsor: string): void {
    this.#sponsorships = new Map([...this.#sponsorships, [sponsored, sponsor]])
  }

  endSponsoring(sponsored: string): void {
    this.#sponsorships = new Map([...this.#sponsorships].filter(([address]) => address !== sponsored))
  }

  /** Merges the changes into the draft below. */
  keepIn(below: Draft): void {
    this.#accounts.keepIn(below.#accounts)
    this.#balances.keepIn(below.#balances)
    below.#sponsorships = this.#sponsorships
  }

  changes(): { accounts: Changes<Account>; balances: Changes<ClaimableBalance> } {
    return { accounts: this.#accounts.changes, balances: this.#balances.changes }
  }
}
