/**
 * The XRP Ledger behind the port `XrplKeeper`: an account that pays fees sends the two ends of an escrow, each through a ticket.
 * Whoever had its key could send nothing elsewhere: an escrow goes to its seller, or after its date to its owner.
 */
import { createHash } from 'node:crypto'
import type { SubmittableTransaction } from 'xrpl'
import { conditionOf, finishFee, fulfilmentOf } from '#app/domain/held/crypto-condition.ts'
import type { XrplKeeper } from '../../held.ts'
import type { SignedPayout } from '../../ledger.ts'
import { signTransaction } from '../blob.server.ts'
import { openLines } from '../lines.server.ts'
import { readTicket } from '../outcomes.server.ts'
import { chooseTerms } from '../submission.server.ts'
import { openXrplTreasury, signerOf, type XrplTreasurySettings } from '../treasury.server.ts'

const SECRET_BYTES = 32
/** Unused ones lock a reserve each; releases are fewer than payouts. */
const TICKETS = 20
/** Showing a secret costs 35 times as much: 0.07 XRP, and 0.7 for one that has waited for long. */
const FEE_CAPS = { usual: 2_000, urgent: 20_000 }

export function openXrplKeeper(settings: XrplTreasurySettings): XrplKeeper {
  const all = { tickets: TICKETS, feeCaps: FEE_CAPS, ...settings }
  const lines = openLines(settings)
  const treasury = openXrplTreasury(all)
  const signer = signerOf(all)

  async function sign(
    of: { lane: string; isUrgent?: boolean | undefined },
    fields: { TransactionType: 'EscrowFinish' | 'EscrowCancel'; Owner: string; OfferSequence: number },
    feeFor: (drops: string) => string,
    shown: { Condition: string; Fulfillment: string } | object = {},
  ): Promise<SignedPayout> {
    return lines.ask(async (session) => {
      const { newest, terms } = await chooseTerms(session, signer, of.isUrgent)
      // With a ticket the sequence must be 0.
      const number = { Sequence: 0, TicketSequence: readTicket(of.lane) }
      const transaction = { ...terms, ...fields, ...shown, ...number, Fee: feeFor(terms.Fee) }
      const { hash, blob } = await signTransaction(transaction as SubmittableTransaction, signer.key)
      return {
        network: 'xrpl',
        hash,
        blob,
        source: signer.key.address,
        sequence: of.lane,
        validUntil: String(terms.LastLedgerSequence),
        validFrom: String(newest),
      }
    })
  }

  return {
    network: 'xrpl',
    source: signer.key.address,
    findLanes: treasury.findLanes,
    makeLanes: treasury.makeLanes,
    newSecret(random) {
      const secret = random(SECRET_BYTES)
      const digest = createHash('sha256').update(secret).digest()
      return { fulfilment: fulfilmentOf(secret), condition: conditionOf(digest) }
    },
    signFinish({ owner, sequence, fulfilment, condition, ...of }) {
      const fields = { TransactionType: 'EscrowFinish' as const, Owner: owner, OfferSequence: sequence }
      return sign(of, fields, (drops) => finishFee(drops, fulfilment), {
        Condition: condition,
        Fulfillment: fulfilment,
      })
    },
    signCancel({ owner, sequence, ...of }) {
      const fields = { TransactionType: 'EscrowCancel' as const, Owner: owner, OfferSequence: sequence }
      return sign(of, fields, (drops) => drops)
    },
    submit: treasury.submit,
    outcomeOf: treasury.outcomeOf,
    async close() {
      await Promise.all([treasury.close(), lines.close()])
    },
  }
}
