import { useLocation } from '@remix-run/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '#app/i18n/kernel/languages.ts'

type LanguageSelectProps = {
  /** Which languages are offered; all without. */
  languages?: readonly Language[]
  /** A visible label; without, it is only heard. */
  label?: string
}

/**
 * Chooses the language of the page by `?lng=`, as a plain form: it works without JavaScript, stays on the page and loads
 * it anew. The server remembers the choice (web/locale.server.ts).
 */
export function LanguageSelect({ languages = Object.keys(LANGUAGES) as Language[], label }: LanguageSelectProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { pathname, search } = useLocation()
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'lng')
  return (
    <form className="lang" method="get" action={pathname}>
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className={label ? 'lang__label' : 'vh'}>
        {label ?? t('nav.language')}
      </label>
      <select
        id={id}
        name="lng"
        defaultValue={i18n.language}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGES[language].name}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="b b--line b--small">
          {t('nav.setLanguage')}
        </button>
      </noscript>
    </form>
  )
}
