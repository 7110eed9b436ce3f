import { useLocation } from '@remix-run/react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'

type LanguageSelectProps = {
  /** The languages offered; absent: all. */
  languages?: readonly Language[]
  /** A visible label; absent: only for screen readers. */
  label?: string
}

/**
 * Chooses the page's language by `?lng=`, as a plain form: it works without JavaScript and reloads the page. The server
 * remembers the choice (languages/web/locale.server.ts). A finger or a mouse chooses at once. Arrow keys pass every
 * language on their way, so a button confirms those (WCAG 3.2.2), or when typed text would be lost.
 */
export function LanguageSelect({ languages = Object.keys(LANGUAGES) as Language[], label }: LanguageSelectProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { pathname, search } = useLocation()
  const isPointed = useRef(false)
  const [picked, setPicked] = useState(i18n.language)
  const pick = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    setPicked(currentTarget.value)
    if (isPointed.current && !hasTyping()) currentTarget.form?.requestSubmit()
  }
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'lng')
  return (
    <form className="lang" method="get" action={pathname}>
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className={label ? 'lang__label' : 'vh'}>
        {label ?? t('nav.language')}
      </label>{' '}
      <select
        id={id}
        name="lng"
        defaultValue={i18n.language}
        onPointerDown={() => {
          isPointed.current = true
        }}
        onKeyDown={() => {
          isPointed.current = false
        }}
        onChange={pick}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGES[language].name}
          </option>
        ))}
      </select>{' '}
      {picked !== i18n.language && <SetLanguage />}
      <noscript>
        <SetLanguage />
      </noscript>
    </form>
  )
}

function SetLanguage() {
  const { t } = useTranslation()
  return (
    <button type="submit" className="b b--line b--small">
      {t('nav.setLanguage')}
    </button>
  )
}

/** Has somebody typed into a form of this page? */
function hasTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)')
  return [...fields].some(({ value, defaultValue, type }) => type !== 'hidden' && value !== defaultValue)
}
