import { useEffect, useState } from 'react'
import { isWalletSecret } from '#app/kernel/domain/wallet.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'

type Of = { buyerId: string; formToken: string }

const keyOf = ({ buyerId, formToken }: Of) => `typed:${buyerId}:${formToken}`
/** Like secret keys never kept: these fields belong to the page. */
const OF_THE_PAGE = ['formToken']

/**
 * Keeps what was typed into a submitted form, in this tab and for this person only. If the session has ended meanwhile,
 * the form is filled in again after the login. Files cannot be kept. `kept` null: nothing is kept.
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

/** Returns the kept values and removes them. */
function take(key: string): Record<string, string> | null {
  let values: Record<string, string> | null = null
  store((storage) => {
    const text = storage.getItem(key)
    storage.removeItem(key)
    values = text === null ? null : JSON.parse(text)
  })
  return values
}

/** Browsers may refuse access to the storage, or it may contain something else; then nothing is kept. */
function store(work: (storage: Storage) => void): void {
  try {
    work(sessionStorage)
  } catch {}
}

/** Removes all kept values, once a form has been answered. */
export function forgetTyping(): void {
  store((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith('typed:')) storage.removeItem(key)
  })
}
