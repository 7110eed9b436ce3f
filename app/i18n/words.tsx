import { useTranslation } from 'react-i18next'

export const WORDS_ELEMENT_ID = 'words'

/**
 * The words of this page's language, as data in the document: what the browser needs to take over the page. `<` is
 * escaped, so that no translation can end the element.
 */
export function Words() {
  const { i18n } = useTranslation()
  const words = JSON.stringify(i18n.getResourceBundle(i18n.language, 'common')).replaceAll('<', '\\u003c')
  return (
    <script
      id={WORDS_ELEMENT_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, escaped above; a script's text takes no other way
      dangerouslySetInnerHTML={{ __html: words }}
    />
  )
}
