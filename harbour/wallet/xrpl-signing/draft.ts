/** Reads JSON transactions of the XRP Ledger for signing. The wallet signs nothing that it cannot explain. */
import { AccountSetAsfFlags, isValidClassicAddress } from 'xrpl'
import { z } from 'zod'
import { PLAY_NAMES, type PlayName, xrplPlayWallet } from '#harbour/accounts.ts'
import { parseJson } from '#harbour/http.ts'
import { RequestUnreadable } from '#harbour/wallet/payment-request.ts'
import { isWalletName, labelOf } from '#harbour/wallet/wallets.ts'

const address = z.string().refine(isValidClassicAddress)
const drops = z.string().regex(/^\d{1,18}$/)
const number = z.number().int().min(0).max(0xffff_ffff)
const hex = z.string().regex(/^([0-9A-Fa-f]{2})+$/)

/** Account settings that a trade may meet. */
const setting = z.literal([AccountSetAsfFlags.asfRequireDest, AccountSetAsfFlags.asfDepositAuth])
export type Setting = z.infer<typeof setting>

const COMMON = {
  /** Left out: the wallet's own. The next three are filled in likewise. */
  Account: address.optional(),
  Fee: drops.optional(),
  Sequence: number.optional(),
  LastLedgerSequence: number.optional(),
  TicketSequence: number.optional(),
  SourceTag: number.optional(),
  Flags: z.literal([0, 0x8000_0000]).optional(),
  /** Text without an effect on the ledger. */
  Memos: z
    .array(z.strictObject({ Memo: z.strictObject({ MemoData: hex }) }))
    .max(4)
    .optional(),
}

const DraftSchema = z.discriminatedUnion('TransactionType', [
  z.strictObject({
    TransactionType: z.literal('EscrowCreate'),
    ...COMMON,
    Destination: address,
    DestinationTag: number.optional(),
    Amount: drops,
    Condition: hex.optional(),
    FinishAfter: number.optional(),
    CancelAfter: number.optional(),
  }),
  z.strictObject({
    TransactionType: z.literal('EscrowFinish'),
    ...COMMON,
    Owner: address,
    OfferSequence: number,
    Condition: hex.optional(),
    Fulfillment: hex.optional(),
  }),
  z.strictObject({ TransactionType: z.literal('EscrowCancel'), ...COMMON, Owner: address, OfferSequence: number }),
  z.strictObject({
    TransactionType: z.literal('Payment'),
    ...COMMON,
    Destination: address,
    DestinationTag: number.optional(),
    Amount: drops,
  }),
  z.strictObject({
    TransactionType: z.literal('AccountSet'),
    ...COMMON,
    SetFlag: setting.optional(),
    ClearFlag: setting.optional(),
  }),
])
export type Draft = z.infer<typeof DraftSchema> & { Account: string }

const KINDS = DraftSchema.options.map(({ shape }) => shape.TransactionType.value)

/** Reads pasted text, or parsed JSON. Throws RequestUnreadable. */
export function readDraft(pasted: unknown, wallet: PlayName): Draft {
  const json = typeof pasted === 'string' ? parseJson(pasted) : pasted
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new RequestUnreadable('This is not a transaction as JSON: it begins with { and ends with }.')
  }
  if ('TxnSignature' in json || 'Signers' in json) {
    throw new RequestUnreadable('This transaction is signed already: the wallet signs what is not.')
  }
  const read = DraftSchema.safeParse(json)
  if (!read.success) throw new RequestUnreadable(complaintOf(read.error, json))
  const own = xrplPlayWallet(wallet).address
  const { Account: account = own } = read.data
  if (account !== own)
    throw new RequestUnreadable(`The transaction is to be signed by ${whoIs(account)}, not by this wallet.`)
  return { ...read.data, Account: own }
}

/** The address, with the name of its wallet if the harbour offers one. */
export function whoIs(address: string): string {
  const name = PLAY_NAMES.find((known) => xrplPlayWallet(known).address === address)
  return name !== undefined && isWalletName(name) ? `${address} (${labelOf(name)})` : address
}

function complaintOf(error: z.ZodError, json: object): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') {
    return `The wallet does not know the field “${issue.keys[0]}” and signs nothing that it cannot explain.`
  }
  const field = String(issue?.path[0] ?? 'TransactionType')
  if (field === 'TransactionType') return `The wallet signs ${KINDS.join(', ')} and nothing else.`
  return field in json ? `The field “${field}” is not of its form.` : `The field “${field}” is missing.`
}
