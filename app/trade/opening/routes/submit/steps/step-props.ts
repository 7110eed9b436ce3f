import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'
import type { HeldChoice } from '#app/trade/opening/ui/held-choice.ts'
import type { TypedDates } from '#app/trade/terms/domain/trade-dates.ts'
import type { Step } from './steps.ts'

/** What the page of each step is drawn from. */
export type StepProps = {
  shown: ShownAgain
  page: SubmitPage
  /** Kept with the draft. `size`: bytes. */
  contract: { fileName: string; size: number } | null
  /** With which the dates begin. */
  usualDates: TypedDates
  held: HeldChoice
  maxMegabytes: number
  /** Uploads are scanned for malware. */
  isScanned: boolean
  token: string
  next: Step | null
  keep: (form: HTMLFormElement) => void
}
