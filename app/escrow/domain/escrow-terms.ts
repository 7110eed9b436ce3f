/** What a buyer states of a trade on opening its escrow; all else about terms derives from it (decision 135). */
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'

type Term = {
  step: 'trade' | 'dates'
  /** Until a payment arrives, a seller is bound or the escrow is called off (canCorrect); unset: never. */
  isCorrectable?: true
} & (OwnRules | { text: TextRules })

/** A term whose own rules stand where it is read and shown. */
type OwnRules = {
  /** Fields of the form of /submit and, for a correctable term, of the form that corrects. */
  fields: readonly string[]
  /** Columns of the escrow's row; none when it has a table. */
  columns: readonly string[]
  /** It concerns the seller: left out of the buyer's data copy. */
  isOfSeller?: true
}

/**
 * A text of the buyer: one field and one column, named as the term, empty when not typed. It counts for duplicate
 * detection, and both sides read it on pages, in the email to the seller, the statement and the data copy. Labels:
 * `escrow.facts.<name>`; `trade.<name>` in the statement, `facts.<name>` in the email.
 */
type TextRules = {
  /** Where in the first step: with the goods, or folded, with the contract. */
  place: 'goods' | 'contract'
  label: string
  hint: string
  /** UTF-16 code units, on one line; unset: as much as a form takes. */
  most?: number
  /** Its name in the sheet that both sides seal; unset: not sealed. */
  sealedAs?: string
  /**
   * The version of the sealed sheet that introduced it; unset: the first. An empty later text is left out of the sheet
   * and of a form's digest, so that older fingerprints stay the same.
   */
  since?: number
  /** Shown in the dashboard's table for spreadsheets. */
  isListed?: true
}

export const ESCROW_TERMS = {
  currency: { step: 'trade', fields: ['currency'], columns: ['currency'] },
  amount: { step: 'trade', isCorrectable: true, fields: ['amount', 'amountRead', 'amountIn'], columns: ['amount'] },
  notes: {
    step: 'trade',
    isCorrectable: true,
    text: { place: 'goods', label: 'submit.notes', hint: 'submit.notesHint', sealedAs: 'notes', isListed: true },
  },
  terms: {
    step: 'trade',
    isCorrectable: true,
    text: { place: 'contract', label: 'submit.terms', hint: 'submit.termsHint', sealedAs: 'terms' },
  },
  seller: {
    step: 'trade',
    fields: ['sellerEmail', 'sellerEmailChosen', 'sellerLanguage'],
    columns: ['sellerEmail', 'sellerLanguage'],
    isOfSeller: true,
  },
  wallet: {
    step: 'trade',
    isCorrectable: true,
    fields: ['walletFrom', 'walletAddress', 'walletMemo', 'meansOwnWallet'],
    columns: ['walletAddress', 'walletMemo'],
    isOfSeller: true,
  },
  dates: {
    step: 'dates',
    fields: ['dates', 'fundBy', 'presentBy', 'examineDays', 'weekend', 'onSilence', 'asksDocuments', 'documents'],
    columns: [],
  },
  custody: { step: 'dates', fields: ['heldBy', 'heldUntil'], columns: ['heldBy'] },
  payingWallet: {
    step: 'dates',
    fields: ['buyerWalletAddress', 'buyerMemoTag'],
    columns: ['buyerWalletAddress', 'buyerMemoTag'],
  },
  payment: { step: 'dates', fields: ['type', 'txid'], columns: ['type', 'statedTxId'] },
} as const satisfies Record<string, Term>

type Terms = typeof ESCROW_TERMS
type TermName = keyof Terms
type TermWith<Rules> = { [Name in TermName]: Terms[Name] extends Rules ? Name : never }[TermName]
type ColumnOf<Name extends TermName> = Name extends TextName ? Name : Terms[Exclude<Name, TextName>]['columns'][number]

export type TextName = TermWith<{ text: object }>
export type EscrowTexts = Record<TextName, string>
export type Correctable = TermWith<{ isCorrectable: true }>
export type CorrectableTexts = Pick<EscrowTexts, TextName & Correctable>
export type SealedTexts = Pick<EscrowTexts, TermWith<{ text: { sealedAs: string } }>>
export type ListedTexts = Pick<EscrowTexts, TermWith<{ text: { isListed: true } }>>

const NAMES = Object.keys(ESCROW_TERMS) as TermName[]
const termOf = (name: TermName): Term => ESCROW_TERMS[name]
const isCorrectable = (name: TermName): name is Correctable => termOf(name).isCorrectable === true
const isOfSeller = (name: TermName): name is TermWith<{ isOfSeller: true }> => 'isOfSeller' in termOf(name)

export const TEXTS = NAMES.filter((name): name is TextName => 'text' in termOf(name))
export const CORRECTABLE = NAMES.filter(isCorrectable)
export const CORRECTABLE_TEXTS = TEXTS.filter((name): name is keyof CorrectableTexts => isCorrectable(name))
export const SEALED_TEXTS = TEXTS.filter((name): name is keyof SealedTexts => rulesOf(name).sealedAs !== undefined)
export const LISTED_TEXTS = TEXTS.filter((name): name is keyof ListedTexts => rulesOf(name).isListed === true)
/** As selects: the columns of an escrow's row, and those of the buyer's data copy. */
export const TERM_COLUMNS = columnsOf(NAMES)
export const EXPORTED_COLUMNS = columnsOf(NAMES.filter((name) => !isOfSeller(name)))

export function rulesOf<Name extends TextName>(name: Name): TextRules & Pick<Terms[Name]['text'], 'label' | 'hint'> {
  return ESCROW_TERMS[name].text
}

export function termFieldsOf(name: TermName): readonly string[] {
  const term = termOf(name)
  return 'text' in term ? [name] : term.fields
}

/** The fields of a step of /submit, without the contract, which is a file of the first. */
export function fieldsIn(step: Term['step']): string[] {
  return NAMES.filter((name) => ESCROW_TERMS[name].step === step).flatMap(termFieldsOf)
}

function columnsOf<Name extends TermName>(names: readonly Name[]) {
  const columns = names.flatMap((name) => {
    const term = termOf(name)
    return 'text' in term ? [name] : term.columns
  })
  return byName(columns as ColumnOf<Name>[], () => true as const)
}

export function byName<Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>
}

export function textsOf(trade: EscrowTexts): EscrowTexts {
  return byName(TEXTS, (name) => trade[name])
}

/** Is it part of the sealed sheet and of a form's digest? See `since`. */
export function isWritten(name: TextName, text: string): boolean {
  return text !== '' || rulesOf(name).since === undefined
}

/** Refuses each text that is too long, at its field: statement_too_long. */
export function tooLong(texts: Partial<EscrowTexts>): Refusal[] {
  return TEXTS.flatMap((field) => {
    const { most = Number.POSITIVE_INFINITY } = rulesOf(field)
    const isLonger = (texts[field]?.length ?? 0) > most
    return isLonger ? [refuse('statement_too_long', { field, values: { max: String(most) } })] : []
  })
}
