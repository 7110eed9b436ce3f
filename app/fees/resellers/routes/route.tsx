import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { monthOf } from '#app/fees/resellers/domain/month.ts'
import { loadResellerView } from '#app/fees/resellers/queries/reseller-view.server.ts'
import { CodeRates, EarningList, EarningTotals, ResellerStatementForm } from '#app/fees/resellers/ui/reseller-parts.tsx'
import { openResellerLink, PRIVATE_HEADERS } from '#app/fees/resellers/web/reseller-link.server.ts'
import { readPlace } from '#app/kernel/domain/paging/list-place.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Code, CopyRow } from '#app/kernel/ui/text/code.tsx'
import { QrCode } from '#app/ledgers/references/ui/qr-code.tsx'
import { drawQr } from '#app/ledgers/references/web/qr.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.reseller', ticker: 'off' }

/** Neither cached nor indexed: the link may be revoked at any moment. */
export function headers() {
  return PRIVATE_HEADERS
}

/** For anybody with the link, without an account; read-only. */
export async function loader({ request }: LoaderFunctionArgs) {
  const opened = await openResellerLink(request)
  if (!opened) return data({ page: null }, { status: 404, headers: PRIVATE_HEADERS })
  const { reseller, token } = opened
  const query = new URL(request.url).searchParams
  const place = readPlace({ after: query.get('after'), before: query.get('before') })
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const { codes, ...view } = await loadResellerView(deps.db, { reseller, place, networks })
  const links = codes.map(({ code, counts, discountRate, payoutRate }) => {
    const href = `${config.origin}/payment?ref=${encodeURIComponent(code)}`
    return { code, counts, discountRate, payoutRate, href, qr: counts ? drawQr(href) : null }
  })
  return data({ page: { ...view, token, links, month: monthOf(deps.clock.now()) } }, { headers: PRIVATE_HEADERS })
}

export default function ResellersOwnPage() {
  const { t } = useTranslation()
  const { page } = useLoaderData<typeof loader>()
  if (!page) return <PageHead title={t('account.deadTitle')} lead={t('reseller.dead')} />
  const { name, totals, links, earnings, paidWith, token, month } = page
  const pathOf = (place: Record<string, string>) => `/reseller?${new URLSearchParams({ token, ...place })}`
  return (
    <>
      <PageHead title={t('pages.reseller')} lead={t('reseller.lead', { name })} />
      <AdminFrame
        aside={
          <>
            <EarningTotals totals={totals} />
            <ResellerStatementForm action="/reseller/statement.csv" month={month} fields={{ token }} />
          </>
        }
        asideFirst
      >
        <Sheet title={t('reseller.links')}>
          {links.length === 0 && <p className="small muted">{t('reseller.noCode')}</p>}
          {links.map(({ code, counts, href, qr, ...rates }) => (
            <div key={code}>
              <p>
                <b>{code}</b> {!counts && <Tag>{t('reseller.stopped')}</Tag>}
              </p>
              <p className="small">
                <CodeRates {...rates} />
              </p>
              {qr && (
                <>
                  <CopyRow value={href} what={t('reseller.link', { code })} />
                  <QrCode drawing={qr} label={t('reseller.link', { code })} />
                </>
              )}
            </div>
          ))}
        </Sheet>
        {paidWith && (
          <Sheet title={t('reseller.paidTo')}>
            <Facts
              items={[
                {
                  label: t('ui.pay.address'),
                  value: <Code value={paidWith.wallet.address} size="small" />,
                  detail: paidWith.asset,
                },
                ...(paidWith.wallet.memo === null ? [] : [{ label: t('ui.pay.memo'), value: paidWith.wallet.memo }]),
              ]}
            />
          </Sheet>
        )}
        <EarningList earnings={earnings} pathOf={pathOf} />
      </AdminFrame>
    </>
  )
}
