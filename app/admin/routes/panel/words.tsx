import type { TFunction, TypeOptions } from 'i18next'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createTranslate } from '#app/languages/i18n/translate.ts'

type Words = TypeOptions['resources']['desk']
export type AdminT = TFunction<'desk'>

const AdminContext = createContext<AdminT | null>(null)

/** Messages of the Admin Panel: a namespace of its own, loaded with its data so that no other page carries it. */
export function AdminWords({ words, children }: { words: Words; children: ReactNode }) {
  const { i18n } = useTranslation()
  const t = useMemo(() => createTranslate(i18n.language, words) as unknown as AdminT, [i18n.language, words])
  return <AdminContext.Provider value={t}>{children}</AdminContext.Provider>
}

export function useAdmin(): AdminT {
  const t = useContext(AdminContext)
  if (!t) throw new Error('useAdmin is used outside of the Admin Panel.')
  return t
}
