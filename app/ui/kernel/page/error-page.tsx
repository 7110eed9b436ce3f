import { isRouteErrorResponse, Link } from '@remix-run/react'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { AutoRefresh } from '#app/ui/kernel/live/auto-refresh.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import { Actions, PageHead, Read } from './page.tsx'
import { REQUEST_ID_MARK, useRequestId } from './request-id.ts'

type Words = {
  title: ParseKeys<'common'>
  text?: ParseKeys<'common'>
  wayOn?: { to: string; label: ParseKeys<'common'> }
}

const NOT_FOUND: Words = { title: 'error.notFoundTitle', text: 'error.notFoundText' }
const TROUBLE: Words = { title: 'error.troubleTitle', text: 'error.troubleText' }
const OFFLINE: Words = { title: 'error.offlineTitle', text: 'error.offlineText' }
const ACCESS_DENIED: Words = { title: 'access.title', text: 'access.text' }
const MUST_PAY: Words = { title: 'refusal.must_pay_first', wayOn: { to: '/payment', label: 'nav.payFee' } }
const UPLOAD_BLOCKED: Words = { title: 'refusal.upload_blocked', wayOn: { to: '/login', label: 'nav.login' } }
const BY_DENIAL: Record<string, Words> = { must_pay: MUST_PAY, upload_blocked: UPLOAD_BLOCKED }
const BY_STATUS: Record<number, Words> = {
  401: ACCESS_DENIED,
  403: ACCESS_DENIED,
  404: NOT_FOUND,
  429: { title: 'error.tooManyTitle', text: 'error.tooManyText' },
}

/** What is shown instead of a page that could not be made: what it means, that no money moved, and one way out. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const words = wordsFor(error)
  return (
    <Read>
      <PageHead title={t(words.title)} lead={words.text && t(words.text)} />
      {words === TROUBLE && <RequestNumber />}
      <Actions>
        {words.wayOn && <ButtonLink to={words.wayOn.to}>{t(words.wayOn.label)}</ButtonLink>}
        <ButtonLink look="line" to="/" reloadDocument>
          {t('error.home')}
        </ButtonLink>
        {(words === TROUBLE || words === OFFLINE) && (
          <Link to="." reloadDocument>
            {t('error.reload')}
          </Link>
        )}
      </Actions>
      {words === OFFLINE && <AutoRefresh seconds={5} />}
    </Read>
  )
}

/** What the log calls the request that failed. Where none did, the page itself is at fault, and there is no number. */
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
  if (!isRouteErrorResponse(error)) return TROUBLE
  return wordsForDenial(error.data) ?? BY_STATUS[error.status] ?? TROUBLE
}

/** The guards answer 403 with the reason: a buyer who has not paid is told so (spec §2, Transaction Lookup). */
function wordsForDenial(data: unknown): Words | undefined {
  const isDenial = typeof data === 'object' && data !== null && 'deny' in data && typeof data.deny === 'string'
  return isDenial ? BY_DENIAL[String(data.deny)] : undefined
}

/** Every browser throws a TypeError, each with its own words, when fetch reaches nobody. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}
