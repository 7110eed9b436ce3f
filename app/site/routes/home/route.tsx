import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { loadHome } from '#app/prices/queries/latest-prices.server.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { deps } from '#app/runtime.server.ts'
import { findTurnsOf } from '#app/trade/lookup/queries/turns.server.ts'
import { offeringLedgers } from '#app/trade/onchain/domain/offered.ts'
import { EscrowExample } from './escrow-example.tsx'
import { HomeActions } from './home-actions.tsx'
import { FeeSection, FiveSteps, ThreeThings } from './home-sections.tsx'
import { Quay } from './quay.tsx'
import { YourTurn } from './your-turn.tsx'

export const handle: PageHandle = { title: 'pages.home', description: 'meta.home', shore: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  const [market, turns] = await Promise.all([
    loadHome(deps.db, deps.clock.now()),
    viewer && findTurnsOf(deps.db, { viewer, now: deps.clock.now() }),
  ])
  const said = new URL(request.url).searchParams
  const hasLeft = viewer === null && said.has('left')
  const ledgerHolds = offeringLedgers(deps).length > 0
  return { market, turns, ledgerHolds, hasLeft, hasClosed: viewer === null && said.has('closed') }
}

export default function Home() {
  const { t } = useTranslation()
  const { market, turns, ledgerHolds, hasLeft, hasClosed } = useLoaderData<typeof loader>()
  const viewer = useRouteLoaderData<typeof rootLoader>('root')?.viewer ?? null
  return (
    <>
      {hasLeft && (
        <div className="wrap">
          <Note tone="good" role="status" after title={t('home.loggedOut')}>
            <p>
              <Link to="/login">{t('register.login')}</Link>
            </p>
          </Note>
        </div>
      )}
      {hasClosed && (
        <div className="wrap">
          <Note tone="good" role="status" after title={t('settings.close.done')}>
            <p>{t('settings.close.doneText')}</p>
          </Note>
        </div>
      )}
      {!viewer && (
        <section className="promo" aria-label={t('home.promoLabel')}>
          <div className="wrap">
            <p>
              {t('home.promo')}
              <Gap />
              <Link className="nowrap" to="/register?pilot=freight">
                {t('home.promoLink')}
              </Link>
            </p>
          </div>
        </section>
      )}
      <div className="hero">
        <div className="wrap hero__in">
          <div className="hero__words">
            <h1>{t('home.title')}</h1>
            <p className="hero__lead">{t('home.lead')}</p>
            <HomeActions viewer={viewer} />
          </div>
          {turns ? <YourTurn {...turns} /> : <EscrowExample />}
        </div>
      </div>
      <Quay market={market} />
      <FiveSteps />
      <ThreeThings ledgerHolds={ledgerHolds} />
      <FeeSection />
    </>
  )
}
