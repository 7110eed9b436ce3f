import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colonOf } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { ActedOn } from './acted-on.tsx'

const BACK_TO_COPY_MS = 2500

/** Copies a value, which `what` names for screen readers. Absent without JavaScript: a tap on the value selects it. */
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

/** Browsers hide the clipboard on pages that are neither https nor of this machine. */
async function writeToClipboard(value: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('This page has no clipboard')
  await navigator.clipboard.writeText(value)
}
