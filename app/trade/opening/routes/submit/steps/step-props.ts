import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'
import type { OnchainChoice } from '#app/trade/opening/ui/onchain-choice.ts'
import type { TypedDates } from '#app/trade/terms/domain/trade-dates.ts'
import type { SubmitStep } from './steps.ts'

export type StepProps = {
  shown: ShownAgain
  page: SubmitPage
  /** Stored with the draft. `size`: bytes. */
  contract: { fileName: string; size: number } | null
  usualDates: TypedDates
  held: OnchainChoice
  maxMegabytes: number
  isScanned: boolean
  token: string
  next: SubmitStep | null
  keep: (form: HTMLFormElement) => void
}
