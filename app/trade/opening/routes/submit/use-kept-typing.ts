import { useEffect, useState } from 'react'
import { isWalletSecret } from '#app/kernel/domain/wallet.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'

type Of = { buyerId: string; formToken: string }

const keyOf = ({ buyerId, formToken }: Of) => `typed:${buyerId}:${formToken}`
/** Never kept, no more than a secret key: they belong to the page, not to what was typed. */
const OF_THE_PAGE = ['formToken']

/**
 * Keeps what was typed into a form that is being sent, in this tab and for this person alone: when the session has ended
 * meanwhile, the form is filled in again after signing in. Files cannot be kept. Null until there is something.
 */
export function useKeptTyping(of: Of): { kept: RefusedForm | null; keep: (form: HTMLFormElement) => void } {
  const [kept, setKept] = useState<RefusedForm | null>(null)
  const key = keyOf(of)

  useEffect(() => {
    const values = take(key)
    if (values) setKept({ problems: [], values })
  }, [key])

  return {
    kept,
    keep(form) {
      const values: Record<string, string> = {}
      for (const [name, value] of new FormData(form)) {
        if (typeof value !== 'string') values[name] = value.size > 0 ? 'sent' : ''
        else if (!OF_THE_PAGE.includes(name) && !isWalletSecret(value)) values[name] = value
      }
      store((storage) => storage.setItem(key, JSON.stringify(values)))
    },
  }
}

/** What was kept of a form, once: it is forgotten with that. */
function take(key: string): Record<string, string> | null {
  let values: Record<string, string> | null = null
  store((storage) => {
    const text = storage.getItem(key)
    storage.removeItem(key)
    values = text === null ? null : JSON.parse(text)
  })
  return values
}

/** Browsers may refuse their store, or hold something else there; then nothing is kept, and nothing else is lost. */
function store(work: (storage: Storage) => void): void {
  try {
    work(sessionStorage)
  } catch {}
}

/** The form has been answered: nothing of it is to lie about. */
export function forgetTyping(): void {
  store((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith('typed:')) storage.removeItem(key)
  })
}
