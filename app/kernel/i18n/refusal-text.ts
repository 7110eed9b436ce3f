import type { TFunction } from 'i18next'
import type { Refusal } from '#app/kernel/domain/refusal.ts'

/** The sentence for a refusal, in the reader's language (locales/<lng>/common.json, `refusal.<code>`). */
export function refusalText(t: TFunction, { refused, values, and }: Refusal): string {
  const remark = REMARKS.find((known) => known === values?.why)
  const sentences = [
    t(`refusal.${refused}`, { replace: values }),
    remark && t(`amount.${remark}`, { replace: values }),
    and && t(`refusal.${and}`, { replace: values }),
  ].filter((sentence) => sentence !== undefined)
  // A Chinese full stop includes its own space.
  return sentences.reduce((text, sentence) => `${text}${text.endsWith('。') ? '' : ' '}${sentence}`)
}

/** What an amount may be, shown after what is wrong with it. */
const REMARKS = ['write', 'places', 'most'] as const
