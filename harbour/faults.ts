/** Fault switches: what a stand-in does wrong, how often, for which requests. Set by /api/faults or in tests. */

export const FAULT_TARGETS = ['horizon', 'rippled', 'market', 'post'] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

export const FAULT_KINDS = [
  /** Close the connection without doing anything. */
  'drop_before',
  /** Do the work, then close the connection without an answer. */
  'drop_after',
  /** Answer late, by `delayMs`. */
  'delay',
  /** Do the work; answer only when the fault is cleared. */
  'hold',
  /** 429 with Retry-After. rippled: 503 over HTTP; sockets are closed (1008), also new ones (request `connect`). */
  'too_many',
  /** 500; for a submission to Horizon 504, and it is not applied; on rippled noNetwork. */
  'server_error',
  /** rippled: answer tooBusy without doing the work. */
  'too_busy',
  /** 200 with an HTML page in place of the answer. */
  'html',
  /** Reads return the state of `lagLedgers` ledgers ago. */
  'lag',
  /** A submitted transaction looks accepted, then fails when its ledger closes. */
  'provisional_failure',
  /** A submitted transaction looks accepted and is never included. */
  'never_include',
  /** rippled: a submitted transaction looks accepted and is included `lagLedgers` ledgers late, if still valid. */
  'include_late',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export type Fault = {
  target: FaultTarget
  kind: FaultKind
  /** Substring of the request's path (HTTP) or name of the command (rippled). Empty: every request. */
  match: string
  /** How many more requests the fault hits; null: all until it is cleared. */
  times: number | null
  delayMs: number
  lagLedgers: number
}

/** An active fault. `waiting`: how many requests it keeps waiting. */
export type FaultAtWork = Fault & { waiting: number }

export type Faults = {
  set(fault: Pick<Fault, 'target' | 'kind'> & Partial<Fault>): void
  clear(target?: FaultTarget): void
  list(): readonly FaultAtWork[]
  /** Returns the first fault of these kinds that hits this request and counts it as used; undefined: none. */
  take(target: FaultTarget, request: string, kinds: readonly FaultKind[]): Fault | undefined
  /** Resolves when the faults of this target are cleared, even if this fault is used up. */
  untilCleared(fault: Fault): Promise<void>
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  const held = new Map<Fault, { over: PromiseWithResolvers<void>; waiting: number }>()
  return {
    set(fault) {
      faults.push({ match: '', times: null, delayMs: 2_000, lagLedgers: 5, ...fault })
    },
    clear(target) {
      faults = target === undefined ? [] : faults.filter((fault) => fault.target !== target)
      for (const [fault, { over }] of held) {
        if (target !== undefined && fault.target !== target) continue
        held.delete(fault)
        over.resolve()
      }
    },
    list: () => faults.map((fault) => ({ ...fault, waiting: held.get(fault)?.waiting ?? 0 })),
    take(target, request, kinds) {
      const hit = faults.find(
        (fault) => fault.target === target && kinds.includes(fault.kind) && request.includes(fault.match),
      )
      if (hit?.times != null) {
        hit.times -= 1
        if (hit.times <= 0) faults = faults.filter((fault) => fault !== hit)
      }
      return hit
    },
    untilCleared(fault) {
      const { over, waiting } = held.get(fault) ?? { over: Promise.withResolvers<void>(), waiting: 0 }
      held.set(fault, { over, waiting: waiting + 1 })
      return over.promise
    },
  }
}
