import { isRouteErrorResponse, Link } from '@remix-run/react'
import type { ParseKeys } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnavailable, type TypedForm, type Unavailable } from '#app/kernel/domain/answers/unavailable.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { AutoRefresh } from '#app/kernel/ui/live/auto-refresh.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Actions, PageHead, Read } from './page.tsx'
import { lastUnavailable, REQUEST_ID_MARK, useRequestId } from './request-id.ts'
import { SendAgain } from './send-again.tsx'

type Words = {
  title: ParseKeys<'common'>
  text?: ParseKeys<'common'>
  wayOn?: { to: string; label: ParseKeys<'common'> }
  /** The page itself exists, and can be loaded again. */
  again?: true
}

const NOT_FOUND: Words = { title: 'error.notFoundTitle', text: 'error.notFoundText' }
const BAD: Words = { title: 'error.badTitle', text: 'error.badText', again: true }
const FAILURE: Words = { title: 'error.troubleTitle', text: 'error.troubleText', again: true }
const OFFLINE: Words = { title: 'error.offlineTitle', text: 'error.offlineText', again: true }
const BY_UNAVAILABLE: Record<Unavailable, Words> = {
  database: { title: 'error.awayTitle', text: 'error.awayText', again: true },
  clock: { title: 'error.pausedTitle', text: 'error.pausedText', again: true },
}
const ACCESS_DENIED: Words = { title: 'access.title', text: 'access.text' }
const FOREIGN_FORM: Words = { title: 'error.foreignTitle', text: 'error.foreignText', again: true }
const MUST_PAY: Words = { title: 'refusal.must_pay_first', wayOn: { to: '/payment', label: 'nav.payFee' } }
const UPLOAD_BLOCKED: Words = { title: 'refusal.upload_blocked' }
const BY_DENIAL: Record<string, Words> = {
  must_pay: MUST_PAY,
  upload_blocked: UPLOAD_BLOCKED,
  foreign_form: FOREIGN_FORM,
}
const BY_STATUS: Record<number, Words> = {
  401: ACCESS_DENIED,
  403: ACCESS_DENIED,
  404: NOT_FOUND,
  413: { title: 'error.largeTitle', text: 'error.largeText' },
  429: { title: 'error.tooManyTitle', text: 'error.tooManyText' },
}

type ErrorPageProps = {
  error: unknown
  /** Who is signed in; null: a visitor, or unknown. */
  reader: { name: string; role: 'buyer' | 'seller' | 'admin' | null } | null
  /** Where a visitor signs in, to come back here. */
  login: string
  /** What helps a reader whom the page is not for. */
  children?: ReactNode
}

/** Shown in place of a page that failed: what it means, that no money moved, and one way out. */
export function ErrorPage({ error, reader, login, children }: ErrorPageProps) {
  const { t } = useTranslation()
  const words = wordsFor(error)
  const form = typedIn(error)
  return (
    <Read>
      <PageHead title={t(words.title)} lead={<Lead words={words} error={error} reader={reader} />} />
      {words === FAILURE && <RequestNumber />}
      {form && <SendAgain form={form} />}
      <Actions>
        {asksForSigningIn(error) && !reader && <ButtonLink to={login}>{t('nav.login')}</ButtonLink>}
        {words.wayOn && <ButtonLink to={words.wayOn.to}>{t(words.wayOn.label)}</ButtonLink>}
        <ButtonLink look="line" to="/" reloadDocument>
          {t('error.home')}
        </ButtonLink>
        {words.again && !form && (
          <Link to="." reloadDocument>
            {t('error.reload')}
          </Link>
        )}
      </Actions>
      {children}
      {words === OFFLINE && <AutoRefresh seconds={5} />}
    </Read>
  )
}

/** Visitors read that they have to log in (spec §8); signed-in readers read whom the page is for. */
function Lead({ words, error, reader }: Pick<ErrorPageProps, 'error' | 'reader'> & { words: Words }) {
  const { t } = useTranslation()
  const pageFor = isRouteErrorResponse(error) ? textIn(error.data, 'pageFor') : undefined
  if (reader && words === ACCESS_DENIED && isPageFor(pageFor)) {
    const role = t(`home.role.${reader.role ?? 'unknown'}`)
    return (
      <>
        {t(`access.for.${pageFor}`)} {t('home.welcome', { name: reader.name, role })}
      </>
    )
  }
  return words.text ? t(words.text) : null
}

function isPageFor(text: string | undefined): text is 'sellers' | 'traders' | 'operators' {
  return text === 'sellers' || text === 'traders' || text === 'operators'
}

/** The id of the failed request in the log. Where none failed, the page itself is at fault, and there is no number. */
function RequestNumber() {
  const { t } = useTranslation()
  const number = useRequestId()
  if (number === '') return null
  return (
    <p {...{ [REQUEST_ID_MARK]: number }}>
      {t('error.number')} <InlineCode>{number}</InlineCode>
    </p>
  )
}

export function errorTitle(error: unknown): ParseKeys<'common'> {
  return wordsFor(error).title
}

function wordsFor(error: unknown): Words {
  if (isNetworkError(error)) return OFFLINE
  const why = isRouteErrorResponse(error) ? textIn(error.data, 'unavailable') : lastUnavailable()
  if (isUnavailable(why)) return BY_UNAVAILABLE[why]
  if (!isRouteErrorResponse(error)) return FAILURE
  return wordsForDenial(error.data) ?? BY_STATUS[error.status] ?? (error.status < 500 ? BAD : FAILURE)
}

/** The guards answer 403 with the reason: a buyer who has not paid reads that (spec §2, Transaction Lookup). */
function wordsForDenial(data: unknown): Words | undefined {
  return BY_DENIAL[textIn(data, 'deny') ?? '']
}

/** Does the page need signing in? Then the shell around the error offers it. */
export function asksForSigningIn(error: unknown): boolean {
  const words = wordsFor(error)
  return words === ACCESS_DENIED || words === UPLOAD_BLOCKED
}

/** The form that was sent to a failed page; only the server writes it into the error. */
function typedIn(error: unknown): TypedForm | null {
  if (!isRouteErrorResponse(error) || !isUnavailable(textIn(error.data, 'unavailable'))) return null
  return (error.data as { form?: TypedForm | null }).form ?? null
}

function textIn(data: unknown, name: string): string | undefined {
  const value = typeof data === 'object' && data !== null && name in data ? Reflect.get(data, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** When fetch reaches nobody, every browser throws a TypeError with words of its own. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}
