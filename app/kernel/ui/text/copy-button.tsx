import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colonOf } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { ActedOn } from './acted-on.tsx'

const BACK_TO_COPY_MS = 2500

/**
 * Copies a value. There is no such button without JavaScript: the value beside it selects whole on a tap.
 * `what` says to screen readers what is copied: "wallet address".
 */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const { t, i18n } = useTranslation()
  const isHydrated = useHydrated()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), BACK_TO_COPY_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  if (!isHydrated) return null
  const copy = () =>
    writeToClipboard(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  return (
    <>
      <Button type="button" look="line" size="small" icon={outcome === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {outcome ? t(`ui.copy.${outcome}`) : t('ui.copy.copy')}
        <ActedOn>{what}</ActedOn>
      </Button>
      <span className="vh" aria-live="polite">
        {outcome && t(`ui.copy.${outcome}`) + colonOf(i18n.language) + what}
      </span>
    </>
  )
}

/** Browsers hide the clipboard on pages that are neither https nor on this machine. */
async function writeToClipboard(value: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('This page has no clipboard')
  await navigator.clipboard.writeText(value)
}
