/**
 * The XRP Ledger behind the port `XrplSponsor`: an account that pays fees sends finishes and cancellations, each through
 * a ticket. A stolen key cannot redirect money: an escrow goes to its seller, or after its deadline to its owner.
 */
import { createHash } from 'node:crypto'
import type { SubmittableTransaction } from 'xrpl'
import { Decimal } from '#app/kernel/domain/money.ts'
import { conditionOf, finishFee, fulfilmentOf } from '#app/trade/onchain/domain/crypto-condition.ts'
import type { SignedPayout } from '../../ledger.ts'
import type { XrplSponsor } from '../../onchain.ts'
import { signTransaction } from '../blob.server.ts'
import { openConnections } from '../connections.server.ts'
import type { Pressing, XrplFeeCaps } from '../paying/fees.ts'
import { readTicket } from '../paying/outcomes.server.ts'
import { chooseTerms, submit } from '../paying/submission.server.ts'
import { handedOver, openXrplTreasury, signerOf, toDrops, type XrplTreasurySettings } from '../treasury.server.ts'
import { whyNoFinish } from './finish.server.ts'

const SECRET_BYTES = 32
/** Each unused one takes a reserve; releases are fewer than payouts. */
const TICKETS = 20
/** A finish costs 35 times as much: at most 0.35 XRP, 1.75 when it has waited for long, 5.25 near the deadline. */
const FEE_CAPS: XrplFeeCaps = { usual: 10_000, urgent: 50_000, nearDate: 150_000 }

export function openXrplSponsor(settings: XrplTreasurySettings): XrplSponsor {
  const all = { tickets: TICKETS, feeCaps: FEE_CAPS, ...settings }
  const lines = openConnections(settings)
  const treasury = openXrplTreasury(all)
  const signer = signerOf(all)

  async function sign(
    of: Pressing & { lane: string },
    fields: { TransactionType: 'EscrowFinish' | 'EscrowCancel'; Owner: string; OfferSequence: number },
    feeFor: (drops: string) => string,
    shown: { Condition: string; Fulfillment: string } | object = {},
  ): Promise<SignedPayout> {
    return lines.ask(async (session) => {
      const { newest, terms } = await chooseTerms(session, signer, of)
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
    signFinish({ owner, sequence, fulfilment, condition, amount, ...of }) {
      const fields = { TransactionType: 'EscrowFinish' as const, Owner: owner, OfferSequence: sequence }
      // The caps are those of a payment: a finish costs more by a factor, so its share of the amount is divided by it.
      const value = new Decimal(toDrops(amount)).div(finishFee('1', fulfilment)).floor()
      return sign({ ...of, value }, fields, (drops) => finishFee(drops, fulfilment), {
        Condition: condition,
        Fulfillment: fulfilment,
      })
    },
    signCancel({ owner, sequence, ...of }) {
      const fields = { TransactionType: 'EscrowCancel' as const, Owner: owner, OfferSequence: sequence }
      return sign(of, fields, (drops) => drops)
    },
    submitFinish: (signed, of) =>
      handedOver(() =>
        lines.ask(async (session) => {
          const why = await whyNoFinish(session, of, { address: signer.key.address, ownAccounts: settings.ownAccounts })
          if (why !== null) return { note: `not sent: ${why}`, taken: false, wasSent: false }
          return submit(session, signed)
        }),
      ),
    submit: treasury.submit,
    outcomeOf: treasury.outcomeOf,
    async close() {
      await Promise.all([treasury.close(), lines.close()])
    },
  }
}
