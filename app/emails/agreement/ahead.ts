/** What follows if nobody acts, as a letter's content has it (domain/agreement/consequence.ts). */
import { z } from 'zod'
import { ACTS, CUSTODIES, FOLLOWS, type ShownConsequence, WHYS } from '#app/domain/agreement/consequence.ts'
import { CLOCKS } from '#app/domain/agreement/standing.ts'
import { amount, reader } from '#app/emails/kernel/letter.ts'

export const ahead = z.object({
  custody: z.enum(CUSTODIES),
  kind: z.enum(CLOCKS),
  owner: reader,
  by: z.iso.datetime(),
  act: z.enum(ACTS),
  noticeUntil: z.iso.datetime().nullable(),
  follows: z.enum(FOLLOWS),
  at: z.iso.datetime(),
  to: reader.nullable(),
  amount,
  why: z.enum(WHYS).nullable(),
  needsSignature: z.boolean(),
  needsWallet: z.boolean(),
  wasPresented: z.boolean(),
  mayPresent: z.boolean(),
}) satisfies z.ZodType<ShownConsequence>
