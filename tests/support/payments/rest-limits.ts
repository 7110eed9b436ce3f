/** How much may be missing by default. */
import { Decimal } from '#app/kernel/domain/money.ts'
import type { RestLimits } from '#app/ledgers/payments/domain/rest.ts'

export const REST_LIMITS: RestLimits = { share: new Decimal('0.005'), mostUsd: new Decimal(5) }
