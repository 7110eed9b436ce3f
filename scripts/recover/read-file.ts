/** A recovery file (app/trade/onchain/domain/recovery-file.ts), possibly kept for a year. */

import { z } from 'zod'
import { stellarAssets } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { RecoveryFile } from '#app/trade/onchain/domain/recovery-file.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { Impossible } from '../commands/impossible.ts'

const stellarAddress = z.string().regex(/^G[A-Z2-7]{55}$/)
const xrplAddress = z.string().regex(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const agreed = {
  version: z.literal(1),
  amount: z.string().regex(/^\d{1,12}(\.\d{1,7})?$/),
  reference: z.string().regex(/^\d{1,20}$/),
  deadline: z.number().int().positive(),
  deadlineAt: z.string(),
}

const stellar = z.object({
  ...agreed,
  ledger: z.literal('stellar'),
  asset: z.enum(stellarAssets()),
  passphrase: z.string().min(1),
  usdcIssuer: stellarAddress,
  buyerWallet: stellarAddress,
  sellerWallet: stellarAddress,
  account: stellarAddress,
  arbiter: stellarAddress,
  sponsor: stellarAddress,
  balanceId: z.string().regex(/^0{8}[0-9a-f]{64}$/),
  ways: z.array(
    z.object({
      way: z.enum(['release', 'refund', 'expiry']),
      does: z.string(),
      signers: z.array(stellarAddress),
      hash,
      xdr: z.string(),
    }),
  ),
})

const xrpl = z.object({
  ...agreed,
  ledger: z.literal('xrpl'),
  asset: z.literal('XRP'),
  networkId: z.number().int().nonnegative(),
  buyerWallet: xrplAddress,
  sellerWallet: xrplAddress,
  sellerTag: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullable(),
  owner: xrplAddress,
  sequence: z.number().int().positive(),
  condition: z.string().regex(/^[0-9A-F]{78}$/),
  ways: z.array(
    z.object({
      way: z.literal('cancel'),
      does: z.string(),
      transaction: z.object({
        TransactionType: z.literal('EscrowCancel'),
        Owner: xrplAddress,
        OfferSequence: z.number(),
      }),
    }),
  ),
})

const recoveryFile: z.ZodType<RecoveryFile> = z.discriminatedUnion('ledger', [stellar, xrpl])

/** Throws Impossible with what is wrong with the text. */
export function readRecoveryFile(text: string): RecoveryFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Impossible('This is no recovery file: it is not JSON.')
  }
  const read = recoveryFile.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Impossible(`This is no recovery file that can be read: ${issue?.path.join('.')} ${issue?.message}.`)
}

export function termsOf(file: RecoveryFile): OnchainTerms {
  const { asset, amount, buyerWallet, sellerWallet, deadline, reference } = file
  const sellerTag = file.ledger === 'xrpl' ? file.sellerTag : null
  return { asset, amount: new Decimal(amount), buyerWallet, sellerWallet, sellerTag, deadline, reference }
}
