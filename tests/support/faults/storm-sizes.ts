/** The two forms of the fault suite. */
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { BLOWS } from './conductor.ts'
import type { StormSize } from './storm.ts'

export const SHORT_SEED = 20_261_123

/** For `npm run test:all`: most of the blows, and no needless waiting. */
export const SHORT: StormSize = {
  trades: 24,
  parts: 2,
  atOnce: 3,
  queued: 0,
  ledgerMs: 250,
  pace: {
    blows: [
      'kill_one_after_the_other',
      'freeze_one',
      'kill_postgres_and_both',
      'no_mail',
      'no_prices',
      'no_store',
      'crowd',
      'load',
      'other_history',
    ],
    pauseMs: 2_000,
    weatherMs: 800,
    clearMs: 400,
    freezeMs: 1_500,
    rounds: 1,
  },
  patience: { limitMs: PATIENCE_MS, isHasty: true },
}

/** With the product's own times; a worker is frozen for longer than it may be silent. */
export const LONG: StormSize = {
  trades: 520,
  parts: 4,
  atOnce: 64,
  queued: 100,
  ledgerMs: 1_000,
  pace: { blows: BLOWS, pauseMs: 8_000, weatherMs: 4_000, clearMs: 4_000, freezeMs: 11_000, rounds: 2 },
  patience: { limitMs: 15 * 60_000, isHasty: false },
}
