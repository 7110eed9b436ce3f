import type { TFunction } from 'i18next'
import type { Refusal } from '#app/domain/kernel/refusal.ts'

/** The sentence for a refusal, in the reader's language (locales/<lng>/common.json, `refusal.<code>`). */
export function refusalText(t: TFunction, { refused, values }: Refusal): string {
  const sentence = t(`refusal.${refused}`, { replace: values })
  const remark = REMARKS.find((known) => known === values?.why)
  if (!remark) return sentence
  // Chinese full stops bring their own room.
  return `${sentence}${sentence.endsWith('。') ? '' : ' '}${t(`amount.${remark}`, { replace: values })}`
}

/** What an amount may be, said after what is wrong with it. */
const REMARKS = ['write', 'places', 'most'] as const
