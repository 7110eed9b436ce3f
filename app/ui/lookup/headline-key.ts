import type { Stage } from '#app/domain/escrow/escrow.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { Headline } from '#app/domain/lookup/headline.ts'

/** The key of the sentence above an escrow. */
export function headlineKey({ headline, stage }: { headline: Headline; stage: Stage }, reader: Reader) {
  if (headline === 'stuck') return 'escrow.next.stuck.title'
  if (headline === 'proposal') return `otherWallet.next.${reader}.title` as const
  if (headline === 'held') return 'pages.held'
  if (headline === 'waits')
    return `escrow.waits.${stage === 'refunding' ? 'refunding' : 'releasing'}.${reader}` as const
  return `escrow.next.${stage}.${reader}.title` as const
}
