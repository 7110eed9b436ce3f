/** Does what a ledger did to an account agree with what is booked? Transaction by transaction, in units. */

/** A transaction of the ledger as one account and asset saw it. */
export type Moved = {
  hash: string
  /** Of a fee bump, whose outer hash nobody knew beforehand. */
  innerHash: string | null
  /** ISO 8601. */
  at: string
  /** Without the network's fee. */
  change: bigint
  /** What the account paid for it, where the fee is paid in this asset. */
  fee: bigint
}

/** What the books say that a transaction changed. */
export type BookedChanges = ReadonlyMap<string, { units: bigint; at: string }>

/** A transaction that the ledger and the books tell differently. Units as digits; `at` by whichever knows it. */
export type Finding = { hash: string; at: string; onLedger: string; booked: string }

/** To be booked as ours without asking anybody. */
export type Unbooked = { hash: string; at: string; kind: 'fee' | 'outflow'; units: bigint }

type Compared = {
  /** What the balance that is compared contains. */
  moved: readonly Moved[]
  /** What came after it, and may be booked already. */
  later: readonly Moved[]
  booked: BookedChanges
  /** Envelopes whose outcome the worker has still to read. */
  underWay: ReadonlySet<string>
  /** Whoever sends money away from a fee account is we: Quayside has no key of it. */
  isFeeAccount: boolean
}

/**
 * A fee up to this many units is booked when it is found: a transaction of ours that failed, or that made tickets. More
 * would be no network's fee, and a person has to look.
 */
export const MOST_FEE_UNITS = 10_000_000n

/**
 * What explains a difference between ledger and books. `onItsWay`: what the balance has and the books will have as soon as
 * outcomes are read, less what the books have of a later moment.
 */
export function compareMovements({ moved, later, booked, underWay, isFeeAccount }: Compared) {
  const findings: Finding[] = []
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
