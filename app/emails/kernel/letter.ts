/** What every letter is made from: its words, its frame, and the pieces that most of them share. */
import type { TFunction } from 'i18next'
import { z } from 'zod'
import type { TokenRow } from '#app/domain/kernel/account-token.ts'
import { ASSETS, type Asset } from '#app/domain/kernel/assets.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { Fact, LetterBody } from './layout.ts'

/** The words of the letters in the reader's language. */
export type MailWords = TFunction<['mail', 'common']>

export type LetterContext = {
  t: MailWords
  /** The address that people type, without a slash at the end. */
  origin: string
  supportEmail: string
  language: string
  /** The clear token of a link that opens an account; made here and kept nowhere. */
  tokenOf: (row: TokenRow) => string
}

/** Pieces of a letter's content. Amounts are plain decimal strings, moments ISO strings. */
export const txid = z.string().min(1)
export const amount = z.string().regex(/^\d+(\.\d+)?$/)
export const asset = z.enum(ASSETS)
export const reader = z.enum(['buyer', 'seller'])
/** Of the row behind an account letter's link. */
export const tokenId = z.uuid()

/** What a letter says itself; the rest of the frame is the same for all. */
export type LetterText = Omit<LetterBody, 'preview' | 'safety' | 'support' | 'footer' | 'facts' | 'action'> & {
  facts?: Fact[]
  /** What to know of the link; without, that it opens the dashboard. */
  safety?: string
  action: { label: string; path: string }
}

/** A letter about an escrow: names the escrow and leads to it, or for who is no party to it any more where it says. */
export function aboutEscrow(
  letter: Omit<LetterText, 'action'> & { actionLabel: string; actionPath?: string; why?: string },
  escrow: { txid: string },
  context: LetterContext,
): LetterBody {
  const { t } = context
  const {
    actionLabel,
    actionPath = `/dashboard?txid=${encodeURIComponent(escrow.txid)}`,
    why = t('frame.whyEscrow', { txid: escrow.txid }),
    ...text
  } = letter
  const facts = [...(letter.facts ?? []), { label: t('facts.escrow'), value: escrow.txid, isCode: true }]
  return inFrame({ ...text, facts, action: { label: actionLabel, path: actionPath } }, why, context)
}

/** A letter about the reader's account. */
export function aboutAccount(letter: LetterText, context: LetterContext): LetterBody {
  return inFrame(letter, context.t('frame.whyAccount'), context)
}

/** A letter about the service itself, to whoever runs it. */
export function aboutService(letter: LetterText, context: LetterContext): LetterBody {
  return inFrame(letter, context.t('frame.whyOperator'), context)
}

/** The page behind a link that opens an account, for the letter's button. */
export function accountLink(page: '/confirm-email' | '/reset-password', row: TokenRow, { tokenOf }: LetterContext) {
  return `${page}?token=${tokenOf(row)}`
}

function inFrame(letter: LetterText, why: string, { t, origin, supportEmail }: LetterContext): LetterBody {
  return {
    ...letter,
    preview: letter.paragraphs[0] ?? letter.heading,
    facts: letter.facts ?? [],
    action: { label: letter.action.label, href: `${origin}${letter.action.path}` },
    safety: letter.safety ?? t('frame.safety'),
    support: { label: t('frame.support'), address: supportEmail },
    footer: [why, t('frame.copyright')],
  }
}

/** The row of the amount, where the letter's content names one. */
export function amountFact(value: { amount?: string; asset?: Asset }, context: LetterContext): Fact[] {
  if (!value.amount || !value.asset) return []
  return [{ label: context.t('facts.amount'), value: money({ amount: value.amount, asset: value.asset }, context) }]
}

/** "412,500.0000 XLM" in the reader's figures. */
export function money(value: { amount: string; asset: Asset }, { language }: LetterContext): string {
  return formatAmount(value.amount, value.asset, language)
}
