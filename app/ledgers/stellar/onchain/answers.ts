/** Schemas of Horizon's answers about on-chain escrow. Only the fields that we use. */
import { z } from 'zod'
import { accountAnswer, horizonAmount } from '../answers.ts'

const moment = z.iso.datetime({ offset: true })
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const weight = z.number().int().nonnegative()

/** All that two signatures could change or move. */
export const onchainAccountAnswer = accountAnswer.extend({
  thresholds: z.object({ low_threshold: weight, med_threshold: weight, high_threshold: weight }),
  signers: z.array(z.object({ key: z.string(), weight, sponsor: z.string().optional() })),
  flags: z.record(z.string(), z.boolean()),
  sponsor: z.string().optional(),
})
export type OnchainAccountAnswer = z.infer<typeof onchainAccountAnswer>

/** Read field by field later: it has forms that nobody here makes. */
const predicate = z.looseObject({ unconditional: z.boolean().optional() })
const claimants = z.array(z.object({ destination: z.string(), predicate }))

export const claimableBalanceAnswer = z.object({
  id: z.string().regex(/^[0-9a-f]{72}$/),
  /** 'native' or 'CODE:ISSUER'. */
  asset: z.string(),
  amount: horizonAmount,
  claimants,
  paging_token: z.string(),
})
export type ClaimableBalanceAnswer = z.infer<typeof claimableBalanceAnswer>

export const claimableBalancesAnswer = z.object({ _embedded: z.object({ records: z.array(claimableBalanceAnswer) }) })

export const onchainOperationsAnswer = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        transaction_hash: hash,
        transaction_successful: z.boolean(),
        created_at: moment,
        source_account: z.string(),
        claimant: z.string().optional(),
        from: z.string().optional(),
        to: z.string().optional(),
        amount: horizonAmount.optional(),
        claimants: claimants.optional(),
      }),
    ),
  }),
})
export type OnchainOperationAnswer = z.infer<typeof onchainOperationsAnswer>['_embedded']['records'][number]
