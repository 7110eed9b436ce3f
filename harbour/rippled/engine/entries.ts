/** The entries of a ledger's state and their ids. */
import { createHash } from 'node:crypto'
import { decodeAccountID, hashes } from 'xrpl'
import { z } from 'zod'
import { AmountSchema, IssuedSchema } from '#harbour/rippled/engine/fields.ts'

const Threaded = { PreviousTxnID: z.string(), PreviousTxnLgrSeq: z.number() }

const AccountRootSchema = z.object({
  LedgerEntryType: z.literal('AccountRoot'),
  Account: z.string(),
  /** Drops. */
  Balance: z.string(),
  Flags: z.number(),
  OwnerCount: z.number(),
  Sequence: z.number(),
  TicketCount: z.number().optional(),
  Domain: z.string().optional(),
  EmailHash: z.string().optional(),
  MessageKey: z.string().optional(),
  /** Address of another key that may sign for the account. */
  RegularKey: z.string().optional(),
  /** The account's last transaction, if it is tracked. */
  AccountTxnID: z.string().optional(),
  ...Threaded,
})
export type AccountRoot = z.infer<typeof AccountRootSchema>

const TicketSchema = z.object({
  LedgerEntryType: z.literal('Ticket'),
  Account: z.string(),
  Flags: z.literal(0),
  OwnerNode: z.literal('0'),
  TicketSequence: z.number(),
  ...Threaded,
})
export type Ticket = z.infer<typeof TicketSchema>

const EscrowSchema = z.object({
  LedgerEntryType: z.literal('Escrow'),
  /** Owner of the money, who gets it back if nobody finishes the escrow in time. */
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  SourceTag: z.number().optional(),
  /** Drops. */
  Amount: z.string(),
  FinishAfter: z.number().optional(),
  CancelAfter: z.number().optional(),
  Condition: z.string().optional(),
  Flags: z.literal(0),
  OwnerNode: z.literal('0'),
  DestinationNode: z.literal('0').optional(),
  /** Sequence of the transaction that made it, or its ticket. */
  Sequence: z.number(),
  ...Threaded,
})
export type Escrow = z.infer<typeof EscrowSchema>

const DepositPreauthSchema = z.object({
  LedgerEntryType: z.literal('DepositPreauth'),
  Account: z.string(),
  /** May send to the account despite its DepositAuth. */
  Authorize: z.string(),
  Flags: z.literal(0),
  OwnerNode: z.literal('0'),
  ...Threaded,
})
export type DepositPreauth = z.infer<typeof DepositPreauthSchema>

export const SignerEntrySchema = z.object({
  SignerEntry: z.object({ Account: z.string(), SignerWeight: z.number(), WalletLocator: z.string().optional() }),
})

const SignerListSchema = z.object({
  LedgerEntryType: z.literal('SignerList'),
  /** The account for which the signers sign. */
  Owner: z.string(),
  /** In the order of the signers' account ids. */
  SignerEntries: z.array(SignerEntrySchema),
  SignerListID: z.literal(0),
  /** Minimum sum of weights. */
  SignerQuorum: z.number(),
  Flags: z.number(),
  OwnerNode: z.literal('0'),
  ...Threaded,
})
export type SignerList = z.infer<typeof SignerListSchema>

const CheckSchema = z.object({
  LedgerEntryType: z.literal('Check'),
  /** Pays when it is cashed. */
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  SourceTag: z.number().optional(),
  /** Maximum amount. */
  SendMax: AmountSchema,
  InvoiceID: z.string().optional(),
  /** Seconds of the ledger's clock. */
  Expiration: z.number().optional(),
  Flags: z.literal(0),
  OwnerNode: z.literal('0'),
  DestinationNode: z.literal('0'),
  /** Sequence of the transaction that made it, or its ticket. */
  Sequence: z.number(),
  ...Threaded,
})
export type Check = z.infer<typeof CheckSchema>

const PayChannelSchema = z.object({
  LedgerEntryType: z.literal('PayChannel'),
  /** Owner of the money until the receiver claims it. */
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  SourceTag: z.number().optional(),
  /** Drops put in. */
  Amount: z.string(),
  /** Drops taken by the receiver. */
  Balance: z.string(),
  PublicKey: z.string(),
  /** Seconds. */
  SettleDelay: z.number(),
  /** In seconds of the ledger's clock: the fixed end, and the end that somebody has requested. */
  CancelAfter: z.number().optional(),
  Expiration: z.number().optional(),
  Flags: z.literal(0),
  OwnerNode: z.literal('0'),
  DestinationNode: z.literal('0'),
  /** Sequence of the transaction that made it, or its ticket. */
  Sequence: z.number(),
  ...Threaded,
})
export type PayChannel = z.infer<typeof PayChannelSchema>

const DirectorySchema = z.object({
  LedgerEntryType: z.literal('DirectoryNode'),
  Flags: z.literal(0),
  Owner: z.string(),
  /** Its own id: there is only one page. */
  RootIndex: z.string(),
  ...Threaded,
})

const RippleStateSchema = z.object({
  LedgerEntryType: z.literal('RippleState'),
  /** What the lower account has of the higher one's money; negative: the other way round. */
  Balance: IssuedSchema,
  /** How much each side lets the other owe; `issuer` is the side itself. */
  LowLimit: IssuedSchema,
  HighLimit: IssuedSchema,
  Flags: z.number(),
  LowNode: z.literal('0'),
  HighNode: z.literal('0'),
  ...Threaded,
})
export type RippleState = z.infer<typeof RippleStateSchema>

export const EntrySchema = z.discriminatedUnion('LedgerEntryType', [
  AccountRootSchema,
  TicketSchema,
  EscrowSchema,
  DepositPreauthSchema,
  SignerListSchema,
  CheckSchema,
  PayChannelSchema,
  DirectorySchema,
  RippleStateSchema,
])
export type Entry = z.infer<typeof EntrySchema>

/** AccountRoot flags that the engine follows. */
export const LSF_REQUIRE_DEST_TAG = 0x00020000
export const LSF_DISALLOW_INCOMING_CHECK = 0x08000000
export const LSF_DISALLOW_INCOMING_CHANNEL = 0x10000000
export const LSF_DISALLOW_INCOMING_TRUST_LINE = 0x20000000
export const LSF_DEFAULT_RIPPLE = 0x00800000
export const LSF_DEPOSIT_AUTH = 0x01000000
export const LSF_DISABLE_MASTER = 0x00100000
/** The account has used its free change of the regular key, until money arrives. */
export const LSF_PASSWORD_SPENT = 0x00010000

/** PreviousTxnID without a previous transaction. */
export const NO_TRANSACTION = '0'.repeat(64)

export function accountIndex(address: string): string {
  return hashes.hashAccountRoot(address)
}

/** Each kind of entry has its letter, so that ids do not collide. */
const spaceOf = (letter: string) => Buffer.from([0, letter.charCodeAt(0)])

export function ticketIndex(address: string, ticketSequence: number): string {
  return sha512Half(Buffer.concat([spaceOf('T'), decodeAccountID(address), numberBytes(ticketSequence)]))
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

/** `sequence`: of the EscrowCreate, or its ticket's. */
export function escrowIndex(owner: string, sequence: number): string {
  return hashes.hashEscrow(owner, sequence)
}

export function preauthIndex(owner: string, authorized: string): string {
  return sha512Half(Buffer.concat([spaceOf('p'), decodeAccountID(owner), decodeAccountID(authorized)]))
}

/** The order of the two accounts does not matter. */
export function trustLineIndex(one: string, other: string, currency: string): string {
  return hashes.hashTrustline(one, other, currency)
}

export function directoryIndex(owner: string): string {
  return sha512Half(Buffer.concat([spaceOf('O'), decodeAccountID(owner)]))
}

export function signerListIndex(owner: string): string {
  return hashes.hashSignerListId(owner)
}

/** `sequence`: of the CheckCreate, or its ticket's. */
export function checkIndex(owner: string, sequence: number): string {
  return sha512Half(Buffer.concat([spaceOf('C'), decodeAccountID(owner), numberBytes(sequence)]))
}

export function indexOf(entry: Entry): string {
  switch (entry.LedgerEntryType) {
    case 'AccountRoot':
      return accountIndex(entry.Account)
    case 'Ticket':
      return ticketIndex(entry.Account, entry.TicketSequence)
    case 'Escrow':
      return escrowIndex(entry.Account, entry.Sequence)
    case 'DepositPreauth':
      return preauthIndex(entry.Account, entry.Authorize)
    case 'SignerList':
      return signerListIndex(entry.Owner)
    case 'Check':
      return checkIndex(entry.Account, entry.Sequence)
    case 'RippleState':
      return trustLineIndex(entry.LowLimit.issuer, entry.HighLimit.issuer, entry.Balance.currency)
    case 'DirectoryNode':
      return entry.RootIndex
    case 'PayChannel':
      return hashes.hashPaymentChannel(entry.Account, entry.Destination, entry.Sequence)
  }
}

/** The XRP Ledger's hash: the first half of SHA-512, in upper case. */
export function sha512Half(bytes: Uint8Array | string): string {
  return createHash('sha512').update(bytes).digest('hex').slice(0, 64).toUpperCase()
}
