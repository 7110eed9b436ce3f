/** Whether the ledger's changes to an account agree with the books, transaction by transaction, in units. */

/** A transaction of the ledger from the view of one account and asset. */
export type Moved = {
  hash: string
  /** Of a fee bump, whose outer hash is not known beforehand. */
  innerHash: string | null
  /** ISO 8601. */
  at: string
  /** Without the network's fee. */
  change: bigint
  /** What the account paid for it, if the fee is paid in this asset. */
  fee: bigint
}

export type BookedChanges = ReadonlyMap<string, { units: bigint; at: string }>

/** A transaction in which ledger and books differ. Units as digits; `at` from whichever knows it. */
export type BooksFinding = { hash: string; at: string; onLedger: string; booked: string }

/** Ours beyond doubt: booked automatically. */
export type Unbooked = { hash: string; at: string; kind: 'fee' | 'outflow'; units: bigint }

type Compared = {
  /** Transactions that the compared balance contains. */
  moved: readonly Moved[]
  /** Later ones, which may be booked already. */
  later: readonly Moved[]
  booked: BookedChanges
  /** Transactions whose outcome the worker has not read yet. */
  underWay: ReadonlySet<string>
  /** Only we send money away from a fee account: an outflow that the books do not know is booked as by hand. */
  isFeeAccount: boolean
}

/** Fees of failed or ticket-making transactions are booked up to this; more is no network's fee: a person looks. */
export const MOST_FEE_UNITS = 10_000_000n

/**
 * Explains a difference between ledger and books. `onItsWay`: what the balance contains and the books will have once
 * outcomes are read, less what the books have from a later moment.
 */
export function compareMovements({ moved, later, booked, underWay, isFeeAccount }: Compared) {
  const findings: BooksFinding[] = []
  const unbooked: Unbooked[] = []
  const seen = new Set<string>(later.flatMap(namesOf))
  let onItsWay = -later.flatMap(namesOf).reduce((sum, name) => sum + (booked.get(name)?.units ?? 0n), 0n)
  for (const movement of moved) {
    const { hash, at, change, fee } = movement
    const names = namesOf(movement)
    for (const name of names) seen.add(name)
    const known = names.reduce((sum, name) => sum + (booked.get(name)?.units ?? 0n), 0n)
    const onLedger = change - fee
    const missing = onLedger - known
    if (missing === 0n) continue
    if (names.some((name) => underWay.has(name))) onItsWay += missing
    else if (missing === -fee && fee <= MOST_FEE_UNITS) unbooked.push({ hash, at, kind: 'fee', units: fee })
    else if (isFeeAccount && missing < 0n) unbooked.push({ hash, at, kind: 'outflow', units: -missing })
    else findings.push({ hash, at, onLedger: onLedger.toString(), booked: known.toString() })
  }
  for (const [hash, { units, at }] of booked) {
    if (!seen.has(hash) && units !== 0n) findings.push({ hash, at, onLedger: '0', booked: units.toString() })
  }
  return { findings, unbooked, onItsWay }
}

function namesOf({ hash, innerHash }: Moved): string[] {
  return innerHash === null ? [hash] : [hash, innerHash]
}
