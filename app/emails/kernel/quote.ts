/** What one of the parties typed, as a letter carries it to the other: marked as theirs, short, with nothing to press. */

import type { Reader } from '#app/domain/kernel/reader.ts'
import { quoteForLetter } from '#app/domain/kernel/words/quoted.ts'
import type { Fact } from './layout.ts'
import type { LetterContext } from './letter.ts'

/** `of`: whose words they are, or what they are called. Nothing, where nothing was typed. */
export function quoteFact(
  typed: string | null | undefined,
  of: Reader | { label: string },
  { t }: LetterContext,
): Fact[] {
  if (!typed?.trim()) return []
  const { text, isCut } = quoteForLetter(typed)
  const labels = { buyer: t('facts.wordsOfBuyer'), seller: t('facts.wordsOfSeller') }
  return [
    {
      label: typeof of === 'string' ? labels[of] : of.label,
      value: isCut ? `${text}\n${t('frame.restOnPage')}` : text,
    },
  ]
}
