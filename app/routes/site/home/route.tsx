import { Link, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { loadHome } from '#app/queries/prices/latest-prices.server.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { deps } from '#app/runtime.server.ts'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Gap } from '#app/ui/kernel/text/between.tsx'
import { EscrowExample } from './escrow-example.tsx'
import { HomeActions } from './home-actions.tsx'
import { FeeSection, FiveSteps, ThreeThings } from './home-sections.tsx'
import { Quay } from './quay.tsx'

export const handle: PageHandle = { title: 'pages.home', description: 'meta.home', shore: true }

export async function loader() {
  return { market: await loadHome(deps.db, deps.clock.now()) }
}

export default function Home() {
  const { t } = useTranslation()
  const { market } = useLoaderData<typeof loader>()
  const viewer = useRouteLoaderData<typeof rootLoader>('root')?.viewer ?? null
  return (
    <>
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
          <EscrowExample />
        </div>
      </div>
      <Quay market={market} />
      <FiveSteps />
      <ThreeThings />
      <FeeSection />
    </>
  )
}
