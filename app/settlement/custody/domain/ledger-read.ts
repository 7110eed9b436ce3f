/** Up to which close time a ledger is read (null: unknown), and whether what was read is in doubt. */
export type LedgerRead = { completeTo: Date | null; isDoubted: boolean }
