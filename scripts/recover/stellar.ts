/** Settlements on Stellar, with only a Horizon server and the keys of the parties. */
import { Keypair, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { CheckedSignature, StellarOnchain, UnsignedTransaction } from '#app/ledgers/onchain.ts'
import { openStellarOnchain } from '#app/ledgers/stellar.server.ts'
import { issuersIn, type StellarRecovery } from '#app/trade/onchain/domain/recovery-file.ts'
import { type SettlementKind, settlementOf } from '#app/trade/onchain/domain/settlement.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { Impossible } from '../commands/impossible.ts'
import type { RecoverOrder } from './order.ts'
import type { Person } from './person.ts'
import { termsOf } from './read-file.ts'
import { readText, writeText } from './text-files.ts'
import { untilSeen } from './wait.ts'

/** The maximum bid for each operation, in stroops; the clearing price is charged. */
const MOST_FEE = '100000'
const NEEDED = 2

type Work = { file: StellarRecovery; order: RecoverOrder; terms: OnchainTerms; held: StellarOnchain; person: Person }

export async function recoverOnStellar(file: StellarRecovery, order: RecoverOrder, person: Person): Promise<void> {
  if (order.horizon === undefined) throw new Impossible('Name a Horizon server with --horizon.')
  const { passphrase } = file
  const held = openStellarOnchain({
    horizonUrls: [order.horizon],
    passphrase,
    issuers: issuersIn(file),
    ownAccounts: [],
  })
  try {
    const work = { file, order, terms: termsOf(file), held, person }
    const ended = await held.findClaim(file.balanceId)
    if (ended !== null) {
      throw new Impossible(
        `The money is out already: ${ended.claimant} claimed it at ${ended.at.toISOString()}, in ${ended.hash}.`,
      )
    }
    await (order.way === 'expiry' ? takeBack(work) : leaveTogether(work))
  } finally {
    await held.close()
  }
}

async function takeBack({ file, terms, held, person }: Work): Promise<void> {
  const expiry = await held.writeExpiry(terms, { balanceId: file.balanceId, closing: null, isWrapped: false })
  if (expiry === null) throw new Impossible(`The ledger knows no account ${file.buyerWallet}.`)
  person.say(
    `This pays ${file.amount} ${file.asset} to the buyer, ${file.buyerWallet}.\nThe ledger lets it through from ${file.deadlineAt} on. The buyer alone signs it.`,
  )
  const key = await askKey(person, [file.buyerWallet])
  const signed = held.withSignatures(expiry.xdr, [sign(key, expiry)])
  await send({ file, held, person }, signed)
}

async function leaveTogether(work: Work): Promise<void> {
  const { file, order, terms, held, person } = work
  const kind = kindOf(order, terms)
  const state = await held.readAccount(terms, { ...file, account: file.account })
  if (state === null) throw new Impossible(`The ledger knows no account ${file.account}.`)
  // The parties need no margin: the ledger itself refuses a late transaction.
  const { account, balanceId } = file
  const from = { account, balanceId, sequence: state.nextSequence, maxTime: file.deadline - 1 }
  const exit = settlementOf(terms, kind, from)
  const unsigned = held.writeExit(exit)
  const shares = exit.shares.map(({ address, amount }) => `  ${amount} ${file.asset} to ${address}`).join('\n')
  person.say(
    `This pays out what is held for escrow ${file.reference}:\n${shares}\nThe ledger lets it through before ${file.deadlineAt}.\nBuyer and seller both sign it.`,
  )
  const known = order.signed === undefined ? [] : readHalf(work, order.signed, unsigned)
  const missing = [file.buyerWallet, file.sellerWallet].filter(
    (wallet) => !known.some(({ address }) => address === wallet),
  )
  const key = await askKey(person, missing)
  const signatures = [...known, sign(key, unsigned)]
  if (signatures.length < NEEDED) {
    const path = `${order.file}.half-signed.txt`
    writeText(path, held.withSignatures(unsigned.xdr, signatures))
    person.say(
      `Half signed, and not sent. Hand this file to the other party:\n  ${path}\nwho runs the same command with --signed and that file.`,
    )
    return
  }
  await send(work, wrap(held.withSignatures(unsigned.xdr, signatures), key, file.passphrase))
}

function kindOf({ way, 'to-seller': toSeller }: RecoverOrder, { amount, asset }: OnchainTerms): SettlementKind {
  if (way === 'release' || way === 'refund') return way
  if (way !== 'divide') throw new Impossible('Say --way release, refund, divide or expiry.')
  if (toSeller === undefined) throw new Impossible('Say with --to-seller what the seller gets.')
  const part = new Decimal(toSeller)
  if (!part.gt(0) || !part.lt(amount)) {
    throw new Impossible(
      `A division gives something to both: --to-seller is between 0 and ${amount.toFixed()} ${asset}.`,
    )
  }
  return { toSeller: part }
}

function readHalf({ file, held }: Work, path: string, unsigned: UnsignedTransaction): CheckedSignature[] {
  const signers = [file.buyerWallet, file.sellerWallet]
  const read = held.readSigned(readText(path), { hash: unsigned.hash, signers })
  switch (read.kind) {
    case 'signed':
      return read.signatures
    case 'other_transaction':
      throw new Impossible(
        `${path} is another transaction than this one: another way or amount, or one that was tried before. Begin again without --signed.`,
      )
    case 'foreign_signature':
      throw new Impossible(`${path} carries a signature that is neither the buyer’s nor the seller’s.`)
    default:
      throw new Impossible(`${path} carries no signature that can be read.`)
  }
}

async function askKey(person: Person, wallets: string[]): Promise<Keypair> {
  const typed = await person.askSecret(`Secret key (S…) of ${wallets.join(' or ')}: `)
  let key: Keypair
  try {
    key = Keypair.fromSecret(typed)
  } catch {
    throw new Impossible('That is no secret key of Stellar. Nothing was signed.')
  }
  if (!wallets.includes(key.publicKey())) {
    throw new Impossible(
      `That is the key of ${key.publicKey()}, whose signature is not missing here. Nothing was signed.`,
    )
  }
  return key
}

function sign(key: Keypair, { hash }: UnsignedTransaction): CheckedSignature {
  const signature = Buffer.from(key.sign(Buffer.from(hash, 'hex'))).toString('base64')
  return { address: key.publicKey(), signature }
}

/** The escrow's account cannot pay a fee: whoever signs last pays it. */
function wrap(xdr: string, payer: Keypair, passphrase: string): string {
  const inner = TransactionBuilder.fromXdr(xdr, passphrase) as Transaction
  const outer = TransactionBuilder.buildFeeBumpTransaction(payer.publicKey(), MOST_FEE, inner, passphrase)
  outer.sign(payer)
  return outer.toEnvelope().toXdr('base64')
}

async function send({ file, held, person }: Pick<Work, 'file' | 'held' | 'person'>, xdr: string): Promise<void> {
  if ((await person.ask('Type yes to send it: ')) !== 'yes') throw new Impossible('Nothing was sent.')
  const { note, taken } = await held.send(xdr)
  if (!taken) throw new Impossible(`The server did not take it: ${note}.`)
  const claim = await untilSeen(() => held.findClaim(file.balanceId))
  if (claim === null) {
    throw new Impossible('The server took it, and no ledger shows it yet. Look again before anything is signed anew.')
  }
  person.say(`Done: ${claim.hash}`)
}
