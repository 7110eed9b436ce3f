import { useLocation } from '@remix-run/react'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isLanguage } from '#app/kernel/i18n/languages.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { alternatesOf } from '#app/languages/i18n/alternates.ts'

type DocumentMetaProps = {
  /** Null: the page could not be made. */
  page: PageHandle | null
  title: ParseKeys<'common'> | undefined
  /** PUBLIC_ORIGIN; undefined when the root loader failed. */
  origin: string | undefined
}

/** The metadata of a page for tabs, search engines and link previews. */
export function DocumentMeta({ page, title, origin }: DocumentMetaProps) {
  const { t } = useTranslation()
  const name = title ? `${t(title)}: ${t('brand')}` : t('brand')
  return (
    <>
      <title>{name}</title>
      {page?.description && origin ? (
        <ListedPage name={name} description={t(page.description)} origin={origin} />
      ) : (
        <>
          {page && <meta name="description" content={t('meta.own', { page: name })} />}
          <meta name="robots" content="noindex" />
        </>
      )}
    </>
  )
}

type ListedPageProps = { name: string; description: string; origin: string }

/** Of a page's addresses (with a coupon, a subject) search engines index one per language. */
function ListedPage({ name, description, origin }: ListedPageProps) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const page = origin + pathname
  const asked = new URLSearchParams(search).get('lng')
  const address = isLanguage(asked) ? `${page}?lng=${asked}` : page
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {alternatesOf(page).map(({ hreflang, href }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('brand')} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${origin}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('meta.image')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
