import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay, formatMoment, formatRelative } from '#app/kernel/i18n/format.ts'

/** No sentence contains this character. */
const TIME = '\u0000'

/** Milliseconds by which the clock of stored times is ahead of this machine's: beside a harbour it can be moved. */
export const ClockAhead = createContext(0)

type MomentProps = {
  /** ISO 8601. */
  at: string
  /** `full`: 18 Nov 2026, 16:40 UTC; `day`; `clock`: 16:40 UTC; `relative`: 3 minutes ago, its title the exact time. */
  as?: 'full' | 'day' | 'clock' | 'relative'
}

/**
 * A moment in the reader's language. Server and browser may write it differently (their language data differ in age,
 * and "3 minutes ago" moves on), so the browser keeps what the server wrote.
 */
export function Moment({ at, as = 'full' }: MomentProps) {
  const { i18n } = useTranslation()
  const language = i18n.language
  const aheadMs = useContext(ClockAhead)
  const words = {
    full: () => formatMoment(at, language),
    day: () => formatDay(at, language),
    clock: () => formatClock(at, language),
    relative: () => formatRelative(at, new Date(Date.now() + aheadMs), language),
  }
  return (
    <time dateTime={at} title={as === 'full' ? undefined : formatMoment(at, language)} suppressHydrationWarning>
      {words[as]()}
    </time>
  )
}

/** A sentence with `{{time}}` in it: every language puts the moment where it belongs. */
export function MomentSentence({ text, ...moment }: MomentProps & { text: (time: string) => string }) {
  const [before = '', after = ''] = text(TIME).split(TIME)
  return (
    <>
      {before}
      <Moment {...moment} />
      {after}
    </>
  )
}
