import { useLocation } from '@remix-run/react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'

type LanguageSelectProps = {
  /** Which languages are offered; all without. */
  languages?: readonly Language[]
  /** A visible label; without, it is only heard. */
  label?: string
}

/**
 * Chooses the language of the page by `?lng=`, as a plain form: it works without JavaScript, stays on the page and loads
 * it anew. The server remembers the choice (languages/web/locale.server.ts). What was picked with a finger or a mouse counts at once;
 * the arrow keys pass every language on their way, so with them a button says which one is meant (WCAG 3.2.2); and
 * with letters that would be lost: the page is another one afterwards.
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

/** Has somebody written into a form of this page? */
function hasTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)')
  return [...fields].some(({ value, defaultValue, type }) => type !== 'hidden' && value !== defaultValue)
}
