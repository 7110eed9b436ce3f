/**
 * All of react-i18next that our components use. vite.config.ts puts this file in its place in the browser's build,
 * where i18n.client.ts translates: a page has one language, so there is nothing to load, to wait for or to subscribe
 * to, and every page is 2 kB lighter (17 kB with i18next, which the package brings along).
 */
import type { i18n } from 'i18next'
import { createContext, createElement, type ReactNode, useContext } from 'react'

const I18nContext = createContext<i18n | null>(null)

export function I18nextProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return createElement(I18nContext.Provider, { value: i18n }, children)
}

export function useTranslation(): Pick<i18n, 't'> & { i18n: i18n } {
  const i18n = useContext(I18nContext)
  if (!i18n) throw new Error('useTranslation is used outside of I18nextProvider.')
  return { t: i18n.t, i18n }
}
