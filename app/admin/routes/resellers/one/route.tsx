import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { loadAdminReseller } from '#app/admin/queries/resellers/resellers.server.ts'
import { actionProblemsOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { listPath, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { REVERSALS } from '#app/fees/resellers/domain/earning.ts'
import { monthOf } from '#app/fees/resellers/domain/month.ts'
import {
  type Earning,
  EarningList,
  EarningTotals,
  ResellerStatementForm,
} from '#app/fees/resellers/ui/reseller-parts.tsx'
import { USUAL_ASSET } from '#app/kernel/domain/assets.ts'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { deps } from '#app/runtime.server.ts'
import { useSaid, WhoFields } from '../fields.tsx'
import { ResellerActionForm } from './action-form.tsx'
import { actOnReseller } from './actions.server.ts'
import { Codes } from './codes.tsx'
import { ResellerPayouts } from './payouts.tsx'
import { SureAboutOne } from './sure-one.tsx'

export const handle: PageHandle = { title: 'pages.resellers' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const reseller = await loadAdminReseller(deps.db, {
    ...{ id: params.resellerId ?? '', place: placeIn(query) },
    networks: adminNetwork(),
  })
  if (!reseller) throw new Response(null, { status: 404 })
  return { reseller, isDone: query.has('done'), month: monthOf(deps.clock.now()) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const desk = await readAdminAction(request)
  if ('codeWanted' in desk) return desk
  return actOnReseller(desk.fields, { id: params.resellerId ?? '', operatorId: desk.operator.id })
}

export default function AdminResellerPage() {
  const t = useAdmin()
  const { reseller, isDone, month } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  const say = useSaid()
  const path = `/admin-panel/resellers/${reseller.id}`
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.asked) return <SureAboutOne asked={acted.asked} email={reseller.email ?? ''} />
  const typed = acted?.typed ?? null
  const returned = typed && { form: typed.form ?? '', typed, problems: say(acted?.wrong ?? []) }
  const { totals, codes, payouts, earnings } = reseller
  return (
    <>
      <PageHead title={<bdi>{reseller.name}</bdi>} lead={reseller.email && <Email address={reseller.email} />} />
      <ErrorSummary problems={actionProblemsOf(returned)} />
      {isDone && !acted && <Note tone="good" role="status" title={t('resellers.done')} />}
      <AdminFrame
        aside={
          <>
            <EarningTotals totals={totals} />
            <Who reseller={reseller} returned={returned} />
            <OwnPage reseller={reseller} returned={returned} />
            <ResellerStatementForm action={`${path}/statement.csv`} month={month} />
          </>
        }
      >
        <ResellerPayouts payouts={payouts} payable={totals.payable} returned={returned} />
        <Codes codes={codes} returned={returned} />
        <EarningList
          earnings={earnings}
          pathOf={(place) => listPath(path, { state: null, place })}
          actOf={(earning) => <TakeBack earning={earning} returned={returned} />}
        />
      </AdminFrame>
    </>
  )
}

/** A commission can be taken back until a payout includes it. */
function TakeBack({ earning: { id, state }, returned }: { earning: Earning; returned: Returned | null }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  if (state !== 'accrued' && state !== 'payable') return null
  return (
    <ResellerActionForm
      intent="take-back"
      of={id}
      summary={t('resellers.takeBack')}
      hidden={{ earningId: id }}
      returned={returned}
    >
      {(field) => (
        <>
          <Choice
            {...field('why')}
            legend={t('resellers.takeBackWhy')}
            legendShown
            options={REVERSALS.map((value) => ({ value, label: common(`reseller.why.${value}`) }))}
          />
          <Field {...field('hash')} label={t('cases.end.hash')} code />
        </>
      )}
    </ResellerActionForm>
  )
}

type WhoProps = { reseller: ReturnType<typeof useLoaderData<typeof loader>>['reseller']; returned: Returned | null }

/** The reseller's wallet, and the form for all that is known of them. */
function Who({ reseller, returned }: WhoProps) {
  const t = useAdmin()
  const { name, email, locale, paidWith, seen } = reseller
  const preset = {
    name,
    email: email ?? '',
    locale,
    asset: paidWith?.asset ?? USUAL_ASSET,
    walletAddress: paidWith?.wallet.address ?? '',
    walletMemo: paidWith?.wallet.memo ?? '',
  }
  return (
    <Sheet title={t('screening.wallet')}>
      {paidWith ? (
        <Facts
          items={[
            { label: t('resellers.paidIn'), value: paidWith.asset },
            { label: t('screening.wallet'), value: <Code value={paidWith.wallet.address} size="small" /> },
            { label: t('cases.facts.memo'), value: paidWith.wallet.memo ?? t('cases.facts.noMemo') },
          ]}
        />
      ) : (
        <p>{t('resellers.problem.wallet_missing')}</p>
      )}
      <ResellerActionForm
        intent="change"
        summary={t('resellers.change')}
        hidden={{ seen }}
        preset={preset}
        returned={returned}
      >
        {(field) => <WhoFields field={field} />}
      </ResellerActionForm>
    </Sheet>
  )
}

/** The link to the reseller's own page; without an email address there is none. */
function OwnPage({ reseller: { email, linkMadeAt }, returned }: WhoProps) {
  const t = useAdmin()
  return (
    <Sheet title={t('resellers.link')}>
      <p className="small muted">
        {linkMadeAt ? (
          <MomentSentence at={linkMadeAt} text={(time) => t('resellers.linkMade', { time })} />
        ) : (
          t('resellers.noLink')
        )}
      </p>
      {email && <ResellerActionForm intent="renew" summary={t('resellers.renew')} returned={returned} />}
      {linkMadeAt && <ResellerActionForm intent="revoke" summary={t('resellers.revoke')} returned={returned} />}
    </Sheet>
  )
}
