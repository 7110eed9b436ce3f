/** Conditions of whole ledgers, besides the faults of single requests: crowds, load, and other histories. */
import { z } from 'zod'
import type { Rippled } from '#harbour/rippled/server.ts'

export const LEDGERS = ['horizon', 'rippled'] as const
export type LedgerName = (typeof LEDGERS)[number]

/** A ledger at whose address a node of another chain can answer for a while. */
export type Histories = {
  showOtherHistory(about?: { ledgers?: number }): void
  showOwnHistory(): void
}

export type LedgerWeather = {
  rippled: Pick<Rippled, 'crowd' | 'load' | 'weather'>
  /** Null: this ledger has one history only. */
  historiesOf(ledger: LedgerName): Histories | null
}

/** A count from JSON or from a form field. */
export const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(0).max(3_600_000))

/** Others' transactions fill the XRP Ledger; without fields: nobody's. */
export const CrowdSchema = z.union([
  z.object({ ledgerLimit: count.pipe(z.number().min(1)), others: count }),
  z.strictObject({}).transform(() => null),
])

/** By how much the server of the XRP Ledger multiplies the minimum fee. */
export const LoadSchema = z.object({ factor: count.pipe(z.number().min(1).max(1000)) })

export const HistorySchema = z.object({
  target: z.enum(LEDGERS),
  show: z.enum(['other', 'own']),
  ledgers: count.pipe(z.number().min(1).max(100_000)).optional(),
})

/** False: the ledger has one history only. */
export function showHistory(weather: LedgerWeather, wish: z.infer<typeof HistorySchema>): boolean {
  const histories = weather.historiesOf(wish.target)
  if (histories === null) return false
  if (wish.show === 'own') histories.showOwnHistory()
  else histories.showOtherHistory(wish.ledgers === undefined ? {} : { ledgers: wish.ledgers })
  return true
}

/** Null: the stand-in has one history only. */
export function historiesIn(handle: object): Histories | null {
  return hasHistories(handle) ? handle : null
}

function hasHistories(handle: object): handle is Histories {
  return 'showOtherHistory' in handle && 'showOwnHistory' in handle
}
