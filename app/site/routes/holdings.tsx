import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { factsOfNetwork } from '#app/kernel/domain/assets.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { type Holding, loadHoldings } from '#app/ledgers/books/queries/holdings.server.ts'
import { explorerAccountLink } from '#app/ledgers/payments/domain/explorer.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'footer.holdings', description: 'meta.holdings' }

export async function loader() {
  const networks = {
    stellarPassphrase: deps.settings.stellarPassphrase,
    xrplNetworkId: config.xrpl.networkId,
  }
  const holdings = await loadHoldings(deps.db, deps.accounts)
  return { holdings: holdings.map((holding) => ({ ...holding, explorer: explorerAccountLink(networks, holding) })) }
}

/** Public: what the client-money accounts hold, and what is owed out of them. */
export default function Holdings() {
  const { t } = useTranslation()
  const { holdings } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('footer.holdings')} />
      <AdminFrame aside={<WhatItProves />}>
        {holdings.length === 0 ? (
          <Note title={t('holdings.neverTitle')} />
        ) : (
          holdings.map((holding) => <Account key={holding.asset} of={holding} />)
        )}
      </AdminFrame>
    </>
  )
}

function WhatItProves() {
  const { t } = useTranslation()
  return (
    <Sheet title={t('holdings.provesTitle')} className="prose">
      <p>{t('holdings.proves')}</p>
      <p>{t('holdings.provesNot')}</p>
      <p>{t('holdings.feesApart')}</p>
    </Sheet>
  )
}

function Account({ of }: { of: Holding & { explorer: string | null } }) {
  const { t } = useTranslation()
  const { asset, held, owed, own, inEscrows, settledEscrows, agrees, at, account, explorer } = of
  const items: Fact[] = [
    { label: t('holdings.held'), value: <Amount value={held} asset={asset} /> },
    { label: t('holdings.owed'), value: <Amount value={owed} asset={asset} /> },
    ...(inEscrows === null
      ? []
      : [{ label: t('holdings.inEscrows'), value: <Amount value={inEscrows} asset={asset} /> }]),
    { label: t('holdings.own'), value: <Amount value={own} asset={asset} /> },
    { label: t('holdings.compared'), value: <Moment at={at} as="relative" />, detail: <Moment at={at} /> },
    ...(settledEscrows === null ? [] : [{ label: t('holdings.settled', { asset }), value: String(settledEscrows) }]),
  ]
  return (
    <Sheet title={asset}>
      <Facts items={items} />
      {!agrees && (
        <Note tone="attention">
          <p>{t('holdings.differs')}</p>
        </Note>
      )}
      <p className="small muted">{t('holdings.account', { network: factsOfNetwork(asset).name })}</p>
      <p>
        <Code value={account} size="small" shape="address" />
      </p>
      <Actions after>
        <CopyButton value={account} what={t('holdings.address', { asset })} />
        {explorer && (
          <a href={explorer} rel="noreferrer">
            {t('holdings.explorer', { asset })}
          </a>
        )}
      </Actions>
    </Sheet>
  )
}
