/** What an operation did to each account, in Horizon's vocabulary of effects. */
import type { Party } from './parties.ts'

export const EFFECT_TYPES = {
  account_created: 0,
  account_removed: 1,
  account_credited: 2,
  account_debited: 3,
  account_thresholds_updated: 4,
  account_home_domain_updated: 5,
  account_flags_updated: 6,
  signer_created: 10,
  signer_removed: 11,
  signer_updated: 12,
  trustline_created: 20,
  trustline_removed: 21,
  trustline_updated: 22,
  trade: 33,
  data_created: 40,
  data_removed: 41,
  data_updated: 42,
} as const

export type EffectType = keyof typeof EFFECT_TYPES

export type Effect = {
  account: Party
  type: EffectType
  details: Record<string, string | number | boolean>
}
