import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { NETWORK_FACTS, NETWORKS } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { type ComparedAccount, loadComparedAccounts } from '#app/ledgers/books/queries/holdings.server.ts'
import { askForReconciliation } from '#app/ledgers/books/workflows/ask-for-reconciliation.server.ts'
import { floatOf } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.books' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const floats = NETWORKS.map(async (network) => {
    const { state, amount } = await floatOf(deps, network)
    const low = plain(deps.settings.floatLow[network])
    return { network, state, low, amount: amount && plain(amount) }
  })
  return {
    accounts: await loadComparedAccounts(deps.db),
    floats: await Promise.all(floats),
    wasAsked: new URL(request.url).searchParams.has('asked'),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  await readAdminAction(request)
  await askForReconciliation(deps)
  return redirect('/admin-panel/books?asked=1', 303)
}

export default function Books() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { accounts, wasAsked } = useLoaderData<typeof loader>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <>
      <PageHead
        title={common('pages.books')}
        actions={
          <Form method="post">
            <Button look="line" size="small" disabled={isBusy}>
              {t('books.compare')}
            </Button>
          </Form>
        }
      />
      {wasAsked && (
        <Note tone="good" role="status">
          <p>{t('audit.asked')}</p>
        </Note>
      )}
      <AdminFrame aside={<Floats />}>
        {accounts.length === 0 ? (
          <EmptyState title={common('holdings.neverTitle')} />
        ) : (
          accounts.map((account) => <Compared key={`${account.account} ${account.asset}`} of={account} />)
        )}
      </AdminFrame>
    </>
  )
}

function Floats() {
  const t = useAdmin()
  const { floats } = useLoaderData<typeof loader>()
  const items = floats.map(
    ({ network, state, amount, low }): Fact => ({
      label: NETWORK_FACTS[network].name,
      value:
        amount === null ? (
          t('books.floatState.unknown')
        ) : (
          <Amount value={amount} asset={NETWORK_FACTS[network].native} />
        ),
      detail:
        state === 'low' || state === 'used_up'
          ? t(`books.floatState.${state}`)
          : t('books.lowWater', { amount: `${low} ${NETWORK_FACTS[network].native}` }),
    }),
  )
  return (
    <Sheet title={t('books.floatTitle')}>
      <Facts items={items} />
    </Sheet>
  )
}

function Compared({ of }: { of: ComparedAccount }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { asset, role, account, agrees, findings } = of
  const amount = (value: string) => <Amount value={value} asset={asset} />
  const items: Fact[] = [
    { label: t('cases.facts.explorer'), value: amount(of.onLedger) },
    { label: t('books.booked'), value: amount(of.booked) },
    { label: t('books.underWay'), value: amount(of.underWay) },
    { label: common('holdings.owed'), value: amount(of.owed) },
    { label: t('books.difference'), value: amount(of.difference), total: true },
  ]
  return (
    <Sheet
      title={
        <>
          {`${asset}: ${t(`books.role.${role}`)}`}
          {/* Several of these: one for each payout that may run in parallel. */}
          {role === 'own' && <bdi> …{account.slice(-4)}</bdi>}
        </>
      }
      aside={<Tag tone={agrees ? 'good' : 'danger'}>{t(agrees ? 'books.agrees' : 'books.differs')}</Tag>}
    >
      <p>
        <Code value={account} size="small" shape="address" />
      </p>
      <Facts items={items} />
      <p className="small muted">
        <MomentSentence at={of.at} text={(time) => t('books.comparedAt', { time })} />
      </p>
      {findings.length > 0 && (
        <>
          <h3>{t('books.findings')}</h3>
          <ul className="payments">
            {findings.map(({ hash, onLedger, booked }) => (
              <li key={hash}>
                <div>
                  <Code value={hash} group={8} size="small" shape="even" />
                  <p className="small muted">
                    {t('books.finding', { onLedger: `${onLedger} ${asset}`, booked: `${booked} ${asset}` })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  )
}
