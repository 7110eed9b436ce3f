/** TicketCreate: sets sequence numbers aside; each is an object with an owner reserve. */
import { z } from 'zod'
import { NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

/** Per account, and so per transaction. */
const MOST_TICKETS = 250

const TicketCreateSchema = z.object({
  Account: z.string(),
  TicketCount: z.number(),
  TicketSequence: z.number().optional(),
  Flags: z.number().default(0),
})
type TicketCreateFields = z.infer<typeof TicketCreateSchema>

export function ticketCreate(json: Record<string, unknown>): Transactor {
  const fields = parsed(TicketCreateSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight() {
      if (hasOtherFlags(fields.Flags, 0)) return 'temINVALID_FLAG'
      return fields.TicketCount < 1 || fields.TicketCount > MOST_TICKETS ? 'temINVALID_COUNT' : 'tesSUCCESS'
    },
    preclaim(state) {
      const has = accountIn(state, fields.Account)?.TicketCount ?? 0
      const spends = fields.TicketSequence === undefined ? 0 : 1
      return has + fields.TicketCount - spends > MOST_TICKETS ? 'tecDIR_FULL' : 'tesSUCCESS'
    },
    apply: (application) => apply(fields, application),
  }
}

function apply(fields: TicketCreateFields, { state, balanceBefore }: Application): ResultCode {
  const owner = accountIn(state, fields.Account)
  if (owner === undefined) throw new Error(`${fields.Account} vanished while it made tickets.`)
  if (balanceBefore < reserveOf(owner.OwnerCount + fields.TicketCount)) return 'tecINSUFFICIENT_RESERVE'
  for (let made = 0; made < fields.TicketCount; made += 1) {
    state.put({
      LedgerEntryType: 'Ticket',
      Account: fields.Account,
      Flags: 0,
      OwnerNode: '0',
      TicketSequence: owner.Sequence + made,
      PreviousTxnID: NO_TRANSACTION,
      PreviousTxnLgrSeq: 0,
    })
  }
  state.put({
    ...owner,
    OwnerCount: owner.OwnerCount + fields.TicketCount,
    Sequence: owner.Sequence + fields.TicketCount,
    TicketCount: (owner.TicketCount ?? 0) + fields.TicketCount,
  })
  return 'tesSUCCESS'
}
