import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import {
  loadLists,
  loadRefusedWallets,
  loadReview,
  loadReviews,
} from '#app/admin/queries/screening/screening.server.ts'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { StateTabs } from '#app/admin/routes/panel/list-parts.tsx'
import { listPath, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { deps } from '#app/runtime.server.ts'
import { ASKED_DETAILS, type AskedDetail, REVIEW_ACTS, type ReviewAct } from '#app/screening/domain/review.ts'
import { decideReview, weighReview } from '#app/screening/workflows/decide-review.server.ts'
import { ListStates } from './list-states.tsx'
import { RefusedWallets } from './refused-wallets.tsx'
import { ReviewRow } from './review-row.tsx'

export const handle: PageHandle = { title: 'pages.screening' }

const PAGE = '/admin-panel/screening'
const DONE = ['saved', 'wanted'] as const
const DONE_WORDS = { saved: 'resellers.done', wanted: 'screening.sure.two' } as const

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const isOpen = query.get('state') !== 'closed'
  const done = DONE.find((known) => known === query.get('done')) ?? null
  const reviewId = query.get('review')
  if (reviewId !== null) {
    const [review, lists] = await Promise.all([
      loadReview(deps.db, { reviewId, operatorId: operator.id }),
      loadLists(deps.db),
    ])
    if (!review) throw new Response(null, { status: 404 })
    return { reviews: { rows: [review], previous: null, next: null }, lists, refused: [], isOpen: null, done }
  }
  const place = placeIn(query)
  const [reviews, lists, refused] = await Promise.all([
    loadReviews(deps.db, { isOpen, place, operatorId: operator.id }),
    loadLists(deps.db),
    loadRefusedWallets(deps.db),
  ])
  if (reviews.rows.length === 0 && place) throw redirect(listPath(PAGE, { state: isOpen ? null : 'closed' }))
  return { reviews, lists, refused, isOpen, done }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const [reviewId, reason] = [fields.get('review'), fields.get('reason')]
  const asked = REVIEW_ACTS.find((known) => known === fields.get('act'))
  // The confirmation page sends them back in one field.
  const ticked = fields.getAll('asked').flatMap((text) => text.split(' '))
  const details = ASKED_DETAILS.filter((detail) => ticked.includes(detail))
  const typed = { reviewId, reason, act: asked ?? null, asked: details }
  const refused = (refusal: Refusal) => data({ refusal, typed, sure: null }, { status: 400 })
  if (asked === undefined) return refused(refuse('review_act_required', { field: 'act' }))
  if (fields.get('sure') === 'back') return data({ refusal: null, typed, sure: null })
  const decision = { reviewId, operatorId: operator.id, act: asked, reason, asked: details }
  // Taking a review up changes nothing for anybody, so it needs no confirmation.
  if (asked !== 'take' && fields.get('sure') !== 'yes') {
    const weighed = await weighReview(deps, decision)
    return isRefusal(weighed) ? refused(weighed) : data({ refusal: null, typed, sure: { ...weighed, act: asked } })
  }
  const decided = await decideReview(deps, decision)
  if (isRefusal(decided)) return refused(decided)
  return redirect(`${PAGE}?done=${decided.is}`, 303)
}

export default function OperatorsScreening() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { reviews, lists, refused, isOpen, done } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.sure) return <SureBeforeDeciding sure={acted.sure} typed={acted.typed} />
  const text = acted?.refusal ? refusalText(common, acted.refusal) : null
  const isShown = reviews.rows.some(({ id }) => id === acted?.typed.reviewId)
  const field = isShown && acted?.refusal?.field ? `${acted.refusal.field}-${acted.typed.reviewId}` : undefined
  return (
    <>
      <PageHead title={common('pages.screening')} lead={t('screening.lead')} />
      {text && <ErrorSummary problems={[{ text, ...(field && { field }) }]} />}
      {done && !text && <Note tone="good" role="status" title={t(DONE_WORDS[done])} />}
      {/* A single review, open or closed, belongs to neither tab. */}
      <StateTabs path={PAGE} over="closed" here={isOpen === null ? null : isOpen ? 'open' : 'closed'} />
      {reviews.rows.length === 0 ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <ul className="matters">
          {reviews.rows.map((review) => (
            <ReviewRow
              key={review.id}
              review={review}
              typed={
                acted && acted.typed.reviewId === review.id
                  ? { ...acted.typed, field: acted.refusal?.field, text: text ?? '' }
                  : null
              }
              isBusy={isBusy}
            />
          ))}
        </ul>
      )}
      <Pager
        list={reviews}
        label={t('paging.pages')}
        pathOf={(place) => listPath(PAGE, { state: isOpen ? null : 'closed', place })}
      />
      <RefusedWallets refused={refused} />
      <ListStates lists={lists} />
      <Actions after>
        <ButtonLink look="line" to={`${PAGE}/own`}>
          {t('screening.ownList.title')}
        </ButtonLink>
        <ButtonLink look="line" to={`${PAGE}/files`}>
          {t('screening.files.title')}
        </ButtonLink>
      </Actions>
    </>
  )
}

type SureProps = {
  sure: { act: Exclude<ReviewAct, 'take'>; typed: string; listed: string; counts: boolean }
  typed: { reviewId: string; reason: string; asked: readonly AskedDetail[] }
}

/** Asks for confirmation: the person may be paid or stopped because of the decision. */
function SureBeforeDeciding({
  sure: { act, typed: name, listed, counts },
  typed: { reviewId, reason, asked },
}: SureProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <SureBefore
      title={t(`screening.act.${act}`)}
      text={t(`screening.sure.${act}`)}
      warning={!counts && t('screening.sure.two')}
      facts={[
        { label: t('screening.here'), value: <bdi>{name}</bdi> },
        { label: t('screening.there'), value: <bdi>{listed}</bdi> },
        ...(act === 'ask'
          ? [
              {
                label: t('screening.asked'),
                value: asked.map((detail) => common(`checked.asked.${detail}`)).join('; '),
              },
            ]
          : []),
      ]}
      fields={[
        ['review', reviewId],
        ['act', act],
        ['reason', reason],
        ...(act === 'ask' ? [['asked', asked.join(' ')] satisfies [string, string]] : []),
      ]}
    />
  )
}
