/** Explains in plain words what a transaction does, before it is signed. */
import { AccountSetAsfFlags } from 'xrpl'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Draft, type Setting, whoIs } from '#harbour/wallet/xrpl-signing/draft.ts'

export type Explanation = {
  title: string
  sentences: string[]
  facts: { name: string; value: string }[]
}

/** An escrow on the ledger. */
export type HeldEscrow = {
  Account: string
  Destination: string
  /** In drops. */
  Amount: string
  FinishAfter?: number
  CancelAfter?: number
}

type Of<Type extends Draft['TransactionType']> = Extract<Draft, { TransactionType: Type }>
type Fact = { name: string; value: string | number | undefined }

/** 2000-01-01, where the ledger's clock begins, in unix seconds. */
const LEDGER_EPOCH_SECONDS = 946_684_800
const RESERVE = '0.2'

/** `held`: the transaction's escrow on the ledger; null: the ledger has none; left out: not looked up. */
export function explain(draft: Draft, held?: HeldEscrow | null): Explanation {
  const { title, sentences: own, facts } = partsOf(draft)
  const sentences = held === undefined ? own : [...own, stateOf(held)]
  const common: Fact[] = [
    { name: 'Fee', value: draft.Fee && xrp(draft.Fee) },
    { name: 'Number', value: draft.TicketSequence === undefined ? draft.Sequence : `ticket ${draft.TicketSequence}` },
    { name: 'Last ledger', value: draft.LastLedgerSequence },
    { name: 'Source tag', value: draft.SourceTag },
    ...(draft.Memos ?? []).map(({ Memo }) => ({ name: 'Memo', value: textOf(Memo.MemoData) })),
  ]
  const given = [...facts, ...common].flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  )
  return { title, sentences, facts: given }
}

function partsOf(draft: Draft): { title: string; sentences: string[]; facts: Fact[] } {
  switch (draft.TransactionType) {
    case 'EscrowCreate':
      return escrowCreate(draft)
    case 'EscrowFinish':
      return escrowFinish(draft)
    case 'EscrowCancel':
      return {
        title: 'Send an expired escrow back',
        sentences: [
          `What escrow ${draft.OfferSequence} of ${whoIs(draft.Owner)} holds goes back to that account and to nobody else.`,
          'The ledger takes it only after the date of the escrow, from anybody.',
        ],
        facts: [],
      }
    case 'Payment':
      return {
        title: `Pay ${xrp(draft.Amount)}`,
        sentences: [`${xrp(draft.Amount)} of this account go to ${whoIs(draft.Destination)}, at once and for good.`],
        facts: [{ name: 'Destination tag', value: draft.DestinationTag }],
      }
    case 'AccountSet':
      return accountSet(draft)
  }
}

function escrowCreate(draft: Of<'EscrowCreate'>) {
  const { Destination, Condition, FinishAfter, CancelAfter } = draft
  const start = FinishAfter === undefined ? '' : ` from ${timeOf(FinishAfter)} on`
  const end = CancelAfter === undefined ? '' : ` until ${timeOf(CancelAfter)}`
  const who = Condition === undefined ? 'anybody' : 'whoever has the secret of the condition'
  return {
    title: `Lock ${xrp(draft.Amount)} on the ledger`,
    sentences: [
      `${xrp(draft.Amount)} of this account are locked for ${whoIs(Destination)}.`,
      `They can be released to that account${start}${end}, by ${who}, and nobody can move them anywhere else, you included.`,
      CancelAfter === undefined
        ? 'They never come back to this account.'
        : `If nobody has released them by ${timeOf(CancelAfter)}, they come back to this account as soon as anybody asks the ledger for it.`,
      `${RESERVE} XRP more stay reserved in this account until then.`,
    ],
    facts: [
      { name: 'Destination tag', value: draft.DestinationTag },
      { name: 'Condition', value: Condition },
    ],
  }
}

function escrowFinish({ Owner, OfferSequence, Fulfillment }: Of<'EscrowFinish'>) {
  const secret = 'The secret of the escrow is shown to everybody, for good.'
  return {
    title: 'Release an escrow',
    sentences: [
      `What escrow ${OfferSequence} of ${whoIs(Owner)} holds goes to the account that it was locked for, and to nobody else.`,
      ...(Fulfillment === undefined ? [] : [secret]),
    ],
    facts: [{ name: 'Secret', value: Fulfillment }],
  }
}

function stateOf(held: HeldEscrow | null): string {
  if (held === null) return 'The ledger has no such escrow: it was never made, or is released or sent back already.'
  const { FinishAfter, CancelAfter } = held
  const start = FinishAfter === undefined ? '' : `, not before ${timeOf(FinishAfter)}`
  const end = CancelAfter === undefined ? '' : `, until ${timeOf(CancelAfter)}`
  return `It holds ${xrp(held.Amount)} of ${whoIs(held.Account)} for ${whoIs(held.Destination)}${start}${end}.`
}

const SETTINGS: Record<Setting, { set: string; clear: string }> = {
  [AccountSetAsfFlags.asfRequireDest]: {
    set: 'From now on nobody can send XRP to this account without a destination tag.',
    clear: 'XRP can be sent to this account without a destination tag again.',
  },
  [AccountSetAsfFlags.asfDepositAuth]: {
    set: 'From now on nobody else can send XRP to this account, nor release an escrow to it.',
    clear: 'Others can send XRP to this account again, and release escrows to it.',
  },
}

function accountSet({ SetFlag, ClearFlag }: Of<'AccountSet'>) {
  const sentences = [
    ...(SetFlag === undefined ? [] : [SETTINGS[SetFlag].set]),
    ...(ClearFlag === undefined ? [] : [SETTINGS[ClearFlag].clear]),
  ]
  const nothing = ['Nothing changes: a number of the account is used up, and the fee is spent.']
  return {
    title: 'Change the settings of this account',
    sentences: sentences.length === 0 ? nothing : sentences,
    facts: [],
  }
}

/** As text if it is readable, otherwise as hexadecimal. */
function textOf(data: string): string {
  const text = Buffer.from(data, 'hex').toString('utf8')
  return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) && !text.includes('\uFFFD') ? text : data
}

function timeOf(seconds: number): string {
  const iso = new Date((seconds + LEDGER_EPOCH_SECONDS) * 1000).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

function xrp(drops: string): string {
  return `${plain(new Decimal(drops).div(1_000_000))} XRP`
}
