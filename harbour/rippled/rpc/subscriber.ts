/** Somebody at the other end of a socket. */
export type ApiVersion = 1 | 2

export type Subscriber = {
  /** That of its latest subscription. */
  apiVersion: ApiVersion
  readonly streams: Set<string>
  readonly accounts: Set<string>
  /** Of which it also wants to know what is not in a closed ledger yet. */
  readonly proposedAccounts: Set<string>
  send(message: unknown): void
}
