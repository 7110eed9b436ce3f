/**
 * The XRP Ledger behind the port `Treasury`. Each payout has a ticket of its own, which the ledger lets pass once: every
 * new signature of a payout uses the same ticket, so at most one of them can ever be applied.
 */
import type { Decimal } from '#app/domain/kernel/money.ts'
import { LedgerUnavailable, type PayoutOrder, type PayoutOutcome, type SignedPayout, type Treasury } from '../ledger.ts'
import { readValidatedLedger } from './accounts.server.ts'
import { ledgerEntryAnswer, txAnswer, type ValidatedTransaction } from './answers.ts'
import { invoiceId, parseTag, signTransaction, walletOfSeed } from './blob.server.ts'
import type { XrplSettings } from './ledger.server.ts'
import { fromDrops } from './payments.ts'
import { isDenied, openLine, type Session, unavailable } from './session.server.ts'
import { chooseTerms, type Signer, submit } from './submission.server.ts'
import { reserveTicket } from './tickets.server.ts'

export type XrplTreasurySettings = XrplSettings & {
  seed: string
  /** How many ledgers after the newest one a signed payout can be included in. 20 by default, about a minute. */
  validLedgers?: number
}

const VALID_LEDGERS = 20
/** Networks up to this id have no NetworkID in their transactions, later ones demand it. */
const LAST_NETWORK_WITHOUT_ID = 1_024

export function openXrplTreasury(settings: XrplTreasurySettings): Treasury {
  const line = openLine(settings)
  const wallet = walletOfSeed(settings.seed)
  const signer = {
    wallet,
    networkId: settings.networkId > LAST_NETWORK_WITHOUT_ID ? settings.networkId : null,
    validLedgers: settings.validLedgers ?? VALID_LEDGERS,
  }
  return {
    network: 'xrpl',
    source: wallet.classicAddress,
    reserveLane: async (findTaken) => reserveTicket(await line.session(), signer, findTaken),
    sign: async (order) => sign(await line.session(), signer, order),
    async submit(signed) {
      try {
        return await submit(await line.session(), signed.blob)
      } catch (error) {
        // It may have arrived all the same: that is what outcomeOf is for.
        if (error instanceof LedgerUnavailable) return { note: `no answer: ${error.message}` }
        throw error
      }
    },
    outcomeOf: async (signed) => findOutcome(await line.session(), signed),
    close: line.close,
  }
}

async function sign(session: Session, signer: Signer, order: PayoutOrder): Promise<SignedPayout> {
  if (order.asset !== 'XRP') throw new Error(`an XRP Ledger treasury cannot pay ${order.asset}`)
  if (order.lane === null) throw new Error('an XRP Ledger payout needs a ticket')
  const { newest, terms } = await chooseTerms(session, signer)
  const payment = {
    TransactionType: 'Payment' as const,
    ...terms,
    Destination: order.address,
    ...writeTag(order.memo),
    Amount: toDrops(order.amount),
    InvoiceID: invoiceId(order.payoutId),
    // With a ticket the sequence must be 0.
    Sequence: 0,
    TicketSequence: readTicket(order.lane),
  }
  const { hash, blob } = signTransaction(payment, signer.wallet)
  return {
    network: 'xrpl',
    hash,
    blob,
    source: signer.wallet.classicAddress,
    sequence: order.lane,
    validUntil: String(terms.LastLedgerSequence),
    validFrom: String(newest),
  }
}

function writeTag(memo: string | null): { DestinationTag?: number } {
  if (memo === null) return {}
  const tag = parseTag(memo)
  if (tag === null) throw new Error(`"${memo}" is no destination tag`)
  return { DestinationTag: tag }
}

function toDrops(amount: Decimal): string {
  const drops = amount.times(1_000_000)
  if (!drops.isInteger() || !drops.gt(0)) throw new Error(`${amount.toFixed()} XRP cannot be paid in whole drops`)
  return drops.toFixed()
}

function readTicket(lane: string): number {
  if (!/^[1-9]\d{0,9}$/.test(lane)) throw new Error(`"${lane}" is no ticket`)
  return Number(lane)
}

/**
 * First the newest validated ledger, then the transaction, so that one which is validated in between is not missed.
 * Gone for good is only what the server has searched every possible ledger for, with the ticket still there in a
 * ledger after the last of them.
 */
async function findOutcome(session: Session, signed: SignedPayout): Promise<PayoutOutcome> {
  const newest = await readValidatedLedger(session)
  const last = Number(signed.validUntil)
  const request = {
    command: 'tx',
    transaction: signed.hash,
    min_ledger: Number(signed.validFrom ?? signed.validUntil),
    max_ledger: last,
  }
  const answer = await session.askOr(request, txAnswer, ['txnNotFound'])
  if (!isDenied(answer)) return answer.validated === true ? judge(answer, signed) : { kind: 'pending' }
  if (newest <= last || !answer.searchedAll) return { kind: 'pending' }
  return (await findTicket(session, signed, newest)) ?? { kind: 'pending' }
}

async function findTicket(session: Session, signed: SignedPayout, newest: number): Promise<PayoutOutcome | null> {
  const request = {
    command: 'ledger_entry',
    ticket: { account: signed.source, ticket_seq: readTicket(signed.sequence) },
    ledger_index: newest,
  }
  const answer = await session.askOr(request, ledgerEntryAnswer, ['entryNotFound', 'lgrNotFound'])
  if (!isDenied(answer)) return answer.node.LedgerEntryType === 'Ticket' ? { kind: 'expired' } : null
  if (answer.denied === 'lgrNotFound') return null
  // Another transaction used it: a lost row of ours or a stranger with the key. Signing again could pay twice.
  throw unavailable(
    `ticket ${signed.sequence} of ${signed.source} is used up but transaction ${signed.hash} is on no ledger: look for InvoiceID and ticket by hand`,
  )
}

function judge(transaction: ValidatedTransaction, signed: SignedPayout): PayoutOutcome {
  if (transaction.hash !== signed.hash)
    throw unavailable(`rippled answered with ${transaction.hash} for ${signed.hash}`)
  const { TransactionResult: code, delivered_amount: delivered } = transaction.meta
  const feePaid = fromDrops(transaction.tx_json.Fee)
  if (code !== 'tesSUCCESS') return { kind: 'failed', code, feePaid }
  // XRP to XRP is never partial; should it be, no one may believe that the payee has it all.
  if (delivered === undefined || delivered !== transaction.tx_json.DeliverMax) {
    throw unavailable(`transaction ${signed.hash} did not deliver what was signed`)
  }
  return { kind: 'settled', hash: transaction.hash, at: new Date(transaction.close_time_iso), feePaid }
}
