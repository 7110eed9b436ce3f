/** A client of a socket. */
export type ApiVersion = 1 | 2

export type Subscriber = {
  /** Of its latest subscription. */
  apiVersion: ApiVersion
  readonly streams: Set<string>
  readonly accounts: Set<string>
  /** Accounts whose transactions it also wants before they are in a closed ledger. */
  readonly proposedAccounts: Set<string>
  send(message: unknown): void
}
