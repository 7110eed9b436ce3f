/** Rows of an email: amounts, identifiers, and what one of the parties typed. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import { quoteForEmail } from '#app/kernel/domain/words/quoted.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import type { EmailContext } from './email.ts'
import type { EmailFact } from './layout.ts'

/** "412,500.0000 XLM" in the reader's notation. */
export function money(value: { amount: string; asset: Asset }, { language }: Pick<EmailContext, 'language'>): string {
  return formatAmount(value.amount, value.asset, language)
}

/** The row of the amount; empty when the content has none. */
export function amountFact(value: { amount?: string; asset?: Asset }, context: EmailContext): EmailFact[] {
  if (!value.amount || !value.asset) return []
  return [{ label: context.t('facts.amount'), value: money({ amount: value.amount, asset: value.asset }, context) }]
}

/** The row of an identifier that is compared character by character; empty when it is unknown. */
export function codeFact(label: string, value: string | null | undefined): EmailFact[] {
  return value === null || value === undefined ? [] : [{ label, value, isCode: true }]
}

export function paymentFacts(paid: { amount: string; asset: Asset; hash: string }, context: EmailContext): EmailFact[] {
  return [...amountFact(paid, context), ...codeFact(context.t('facts.hash'), paid.hash)]
}

export function shareFacts(
  shares: { toSeller: string; toBuyer: string; asset: Asset },
  context: EmailContext,
): [seller: EmailFact, buyer: EmailFact] {
  const { t } = context
  const { asset, toSeller, toBuyer } = shares
  return [
    { label: t('disputeDecided.toSeller'), value: money({ amount: toSeller, asset }, context) },
    { label: t('disputeDecided.toBuyer'), value: money({ amount: toBuyer, asset }, context) },
  ]
}

/**
 * What one party typed, as an email carries it to the other: marked as theirs, short, without links. `of`: whose words
 * they are, or their label. Empty when nothing was typed.
 */
export function quoteFact(
  typed: string | null | undefined,
  of: Reader | { label: string },
  { t }: EmailContext,
): EmailFact[] {
  if (!typed?.trim()) return []
  const { text, isCut } = quoteForEmail(typed)
  const labels = { buyer: t('facts.wordsOfBuyer'), seller: t('facts.wordsOfSeller') }
  return [
    {
      label: typeof of === 'string' ? labels[of] : of.label,
      value: isCut ? `${text}\n${t('frame.restOnPage')}` : text,
    },
  ]
}

/** A party's name for the other one. An unconfirmed one is marked, because anybody may have typed its address. */
export function partyName(name: string, isConfirmed: boolean | undefined, { t }: EmailContext): string {
  const plain = plainName(name)
  return isConfirmed === false ? t('frame.notConfirmed', { name: plain }) : plain
}
