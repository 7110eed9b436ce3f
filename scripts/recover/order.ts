/** The arguments of `npm run recover --`, or of the one-file program. */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PROGRAM } from '#app/trade/onchain/domain/recovery-names.ts'
import { Impossible } from '../commands/impossible.ts'

/** The name under which the program was started. */
const program = basename(process.argv[1] ?? '')
const COMMAND = program === PROGRAM ? `node ${PROGRAM}` : 'npm run recover --'

export const USAGE = `${COMMAND} FILE [--way WAY] [--to-seller AMOUNT] [--signed FILE] --horizon URL | --rippled URL

Gets money out of an escrow that the ledger holds, with the recovery file and a key of yours, without Quayside.

  --way        Stellar, both parties together, before the date:
                 release   all of it to the seller
                 refund    all of it back to the buyer
                 divide    as --to-seller says, the rest to the buyer
               Stellar, the buyer alone, from the date on:
                 expiry    all of it back to the buyer
               XRP Ledger, anybody, after the date:
                 cancel    all of it back to the buyer
  --to-seller  of a division: what the seller gets
  --signed     what the other party has signed already
  --horizon    a Horizon server of Stellar, such as https://horizon.stellar.org
  --rippled    a server of the XRP Ledger, such as wss://xrplcluster.com

The key is asked for and not shown. It goes nowhere but into the signature.`

const WAYS = ['release', 'refund', 'divide', 'expiry', 'cancel'] as const
export type Way = (typeof WAYS)[number]

const orderSchema = z.object({
  file: z.string({ error: 'Name the recovery file.' }).min(1),
  way: z.enum(WAYS, { error: `--way is one of ${WAYS.join(', ')}.` }).optional(),
  'to-seller': z
    .string()
    .regex(/^\d{1,12}(\.\d{1,7})?$/, '--to-seller is an amount in digits, with a dot.')
    .optional(),
  signed: z.string().optional(),
  horizon: z.url({ protocol: /^https?$/, error: '--horizon begins with https:// or http://.' }).optional(),
  rippled: z.url({ protocol: /^wss?$/, error: '--rippled begins with wss:// or ws://.' }).optional(),
})
export type RecoverOrder = z.output<typeof orderSchema>

/** Throws Impossible. */
export function readOrder(args: string[]): RecoverOrder {
  const option = { type: 'string' } as const
  const options = { way: option, 'to-seller': option, signed: option, horizon: option, rippled: option }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return orderSchema.parse({ ...values, file: positionals[0] })
  } catch (error) {
    const why = error instanceof z.ZodError ? error.issues.map(({ message }) => message).join(' ') : String(error)
    throw new Impossible(`${why}\n\n${USAGE}`)
  }
}
