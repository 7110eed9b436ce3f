import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { type AdminOverview, loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { loadPayableCommissions } from '#app/admin/queries/resellers/payable-commissions.server.ts'
import { obstacleWords } from '#app/admin/routes/list/obstacle-words.ts'
import { PayoutSubject } from '#app/admin/routes/panel/payout-subject.tsx'
import { type AdminT, useAdmin } from '#app/admin/routes/panel/words.tsx'
import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { unstatedOf } from '#app/kernel/i18n/company.ts'
import { FoldedSheet } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { proxyProblems } from '#app/ops/web/watch-proxy.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { Alerts } from './alerts.tsx'
import { GivenUpEmails } from './given-up-emails.tsx'
import { Health } from './health.tsx'
import { PayableCommissionsSheet } from './payable-commissions.tsx'
import { SharedWallets } from './shared-wallets.tsx'
import { StoppedReadings } from './stopped-readings.tsx'
import { UnreachedPeople } from './unreached-people.tsx'
import { WaitingChanges } from './waiting-changes.tsx'
import { Waits } from './waits.tsx'
import { WithheldCommissions } from './withheld-commissions.tsx'

export const handle: PageHandle = { title: 'nav.adminPanel' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const unstated = config.mode === 'production' ? unstatedOf(config.company) : []
  const desk = await loadAdminOverview(deps.db, deps.clock.now())
  const payable = await loadPayableCommissions(deps.db)
  return { ...desk, payable, troubles: [...desk.troubles, ...proxyProblems()], unstated }
}

export default function Overview() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const desk = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={common('nav.adminPanel')} />
      {desk.stopped.map((network, place) => (
        <Note
          key={network}
          after={place > 0}
          tone="danger"
          title={t('overview.stopped', { network: NETWORK_FACTS[network].name })}
        >
          <p>
            <Link to="/admin-panel/payouts">{common('pages.deskPayouts')}</Link>
          </p>
        </Note>
      ))}
      <AdminFrame aside={<Health desk={desk} />}>
        {desk.troubles.length > 0 && <Alerts troubles={desk.troubles} />}
        {desk.changes.length > 0 && <WaitingChanges changes={desk.changes} />}
        {desk.stoppedReadings.length > 0 && <StoppedReadings readings={desk.stoppedReadings} />}
        <Waits desk={desk} />
        {desk.payouts.length > 0 && <WaitingPayouts desk={desk} />}
        <PayableCommissionsSheet payable={desk.payable} />
        {desk.sharedWallets.length > 0 && <SharedWallets desk={desk} />}
        {desk.withheld.length > 0 && <WithheldCommissions desk={desk} />}
        {desk.letters.length > 0 && <GivenUpEmails desk={desk} />}
        {(desk.unreached > 0 || desk.failedLetters.length > 0) && <UnreachedPeople desk={desk} />}
        {desk.unstated.length > 0 && (
          <FoldedSheet title={t('overview.unstated')} open={false}>
            <p>{t('overview.unstatedText', { settings: desk.unstated.join(', ') })}</p>
          </FoldedSheet>
        )}
      </AdminFrame>
    </>
  )
}

function WaitingPayouts({ desk }: { desk: AdminOverview }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <Sheet id="payouts" title={t('overview.payoutsTitle')}>
      <ul className="payments">
        {desk.payouts.map(({ id, purpose, amount, asset, since, transactionId, reseller, ...payout }) => (
          <li key={id}>
            <div>
              <b>{t(`purpose.${purpose}`)}</b> <PayoutSubject transactionId={transactionId} reseller={reseller} />
              <p className="small muted">
                <MomentSentence at={since} text={(time) => t('overview.owedSince', { time })} />
                <Gap />
                {whyItWaits({ purpose, asset, ...payout }, { t, common })}
              </p>
            </div>
            <Amount value={amount} asset={asset} />
          </li>
        ))}
      </ul>
      {desk.payouts.length < desk.waitingPayouts && (
        <p className="small muted">{t('overview.morePayouts', { count: desk.payouts.length })}</p>
      )}
    </Sheet>
  )
}

/** Only operators are told of refunds of unmatched payments and of commissions, so the wording is for them. */
function whyItWaits(
  {
    purpose,
    asset,
    isLate,
    reason,
    waits,
    feeAsked,
  }: Pick<AdminOverview['payouts'][number], 'purpose' | 'asset' | 'isLate' | 'reason' | 'waits' | 'feeAsked'>,
  { t, common }: { t: AdminT; common: TFunction },
): string {
  if (isLate) return t('blocked.late')
  if (waits) return feeAsked === null ? t(`waits.${waits}`) : t('waits.fees_asked', { fee: feeAsked })
  const isOfCase = purpose === 'payback' || purpose === 'commission'
  if (isOfCase && reason !== 'payout_failed') return t('cases.back.blocked')
  return obstacleWords(reason, { t, common, currency: asset })
}
