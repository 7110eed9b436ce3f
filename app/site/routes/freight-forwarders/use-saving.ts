import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CalculatorField } from '#app/site/domain/calculator-fields.ts'
import type { SavingWords } from './saving.server.ts'

type Answer = { saving: SavingWords; ignored: CalculatorField[] }
type AskedSaving = Answer & { inDoubt: CalculatorField[] }

/** Long enough that a number typed at once makes one request. */
const PAUSE_MS = 150

/**
 * The saving for what is being typed, starting with the page's own. While a field is invalid, the last result stays.
 * Uses fetch instead of the router, so that a network failure does not replace the page by an error; the form's button
 * still works then.
 */
export function useSaving(fromPage: Answer): Answer & { form: RefObject<HTMLFormElement>; ask: () => void } {
  const { saving, ignored } = fromPage
  const form = useRef<HTMLFormElement>(null)
  const [answer, setAnswer] = useState<Answer>(fromPage)
  const last = useRef<AbortController | null>(null)

  useEffect(() => setAnswer({ saving, ignored }), [saving, ignored])
  const ask = useCallback(async () => {
    if (!form.current) return
    last.current?.abort()
    const question = new AbortController()
    last.current = question
    const fields = new URLSearchParams([...new FormData(form.current)].map(([name, value]) => [name, String(value)]))
    try {
      await pause(question.signal)
      const next = await readSaving(fields, question.signal)
      const isOpen = next.ignored.length > 0 || next.inDoubt.length > 0
      setAnswer((before) => ({ ignored: next.ignored, saving: isOpen ? before.saving : next.saving }))
    } catch (error) {
      // Aborted by the next request, or no network: the last result stays.
      if (!question.signal.aborted && !(error instanceof TypeError)) throw error
    }
  }, [])

  // For input from before hydration.
  useEffect(() => {
    if (form.current && isChanged(form.current)) void ask()
    return () => last.current?.abort()
  }, [ask])
  return { ...answer, form, ask }
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll('input')].some(
    (field) => field.type !== 'hidden' && field.value !== field.defaultValue,
  )
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

async function readSaving(fields: URLSearchParams, signal: AbortSignal): Promise<AskedSaving> {
  const response = await fetch(`/freight-forwarders/saving?${fields}`, { signal })
  if (!response.ok) throw new TypeError(`The calculator answered ${response.status}`)
  return response.json()
}
