/** The stored description of a settlement transaction on Stellar. Later versions read what earlier ones wrote. */
import { z } from 'zod'
import { stellarAssets } from '#app/kernel/domain/assets.ts'
import type { OnchainSettlement } from '#app/trade/onchain/domain/settlement.ts'
import type { Signing } from '#app/trade/onchain/domain/signing/signers.ts'

const onchainSettlement = z.object({
  asset: z.enum(stellarAssets()),
  account: z.string(),
  sequence: z.string(),
  balanceId: z.string(),
  shares: z.array(z.object({ address: z.string(), amount: z.string(), isSetAside: z.literal(true).optional() })),
  sponsor: z.string().optional(),
  closesInto: z.string().nullable(),
  maxTime: z.number(),
}) satisfies z.ZodType<OnchainSettlement>

const onchainExpiry = z.object({
  balanceId: z.string(),
  closing: z.string().nullable(),
  sequence: z.string(),
  validUntil: z.string(),
})

/** The buyer's claim after the date. */
export type OnchainExpiry = z.infer<typeof onchainExpiry>

type Described = { description: unknown }

/** Throws for anything but a release, refund or split. */
export function onchainSettlementOf({ description }: Described): OnchainSettlement {
  return onchainSettlement.parse(description)
}

/** Returns whose signatures it needs. Throws for a buyer's claim that is not described yet. */
export function signingOf({ kind, description }: Described & Pick<Signing, 'kind'>): Signing {
  return { kind, isAlone: kind === 'expiry' && onchainExpiryOf({ description }).closing === null }
}

/** Throws for anything but a buyer's claim. */
export function onchainExpiryOf({ description }: Described): OnchainExpiry {
  return onchainExpiry.parse(description)
}
