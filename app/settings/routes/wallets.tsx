import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { loadViewer, refuseStill, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { loadSavedWallets } from '#app/settings/queries/settings-pages.server.ts'
import { beginFormsWith, nameWallet, removeWallet } from '#app/settings/workflows/saved-wallets.server.ts'
import { SavedWalletForm } from './saved-wallet.tsx'

export const handle: PageHandle = { title: 'settings.wallets.title' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const { searchParams } = new URL(request.url)
  const said = searchParams.get('done')
  return {
    isSeller: viewer.role === 'seller',
    wallets: await loadSavedWallets(deps.db, viewer.id),
    typed: { id: searchParams.get('wallet'), label: searchParams.get('label') },
    done: DONE.find((known) => known === said) ?? null,
  }
}

const DONE = ['name', 'first', 'remove'] as const

type Own = { userId: string; id: string; fields: FormFields }
type Act = (own: Own) => Promise<null | Refusal | { minutes: number }>

/** A Map, because the form's intent may be any word. */
const ACTS = new Map<string, Act>([
  [
    'name',
    async ({ fields, ...own }) => {
      const minutes = await minutesToWait('own_act_by_user', own.userId)
      return minutes === null ? nameWallet(deps, { ...own, label: fields.get(`label-${own.id}`) }) : { minutes }
    },
  ],
  [
    'first',
    async ({ userId, id }) => {
      // Limited, because it queries the ledger.
      const minutes = await minutesToWait('prefill_wallet_by_user', userId)
      return minutes === null ? beginFormsWith(deps, { userId, id }) : { minutes }
    },
  ],
  [
    'remove',
    async ({ userId, id }) => {
      await removeWallet(deps, { userId, id })
      return null
    },
  ],
])

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const [intent, id] = [fields.get('intent'), fields.get('wallet')]
  // Carries what was typed through signing in again.
  if (intent === 'name' && !(await loadViewer(request))) {
    const typed = new URLSearchParams({ wallet: id, label: fields.get(`label-${id}`) })
    throw redirect(entrance('/login', `/settings/wallets?${typed}`), 303)
  }
  const viewer = await requireVisit('/settings', request)
  const { id: userId } = viewer
  const t = translatorFor(await readerLanguage(request))
  const act = ACTS.get(intent)
  if (!act) throw new Response(null, { status: 400 })
  const done = refuseStill(viewer) ?? (await act({ userId, id, fields }))
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: { [`label-${id}`]: fields.getExact(`label-${id}`) } }, { status })
  if (isRefusal(done)) return refuse({ field: done.field, text: refusalText(t, done) })
  if (done) return refuse({ text: t('form.wait', { count: done.minutes }) }, 429)
  return redirect(`/settings/wallets?done=${intent}`, 303)
}

export default function Wallets() {
  const { t } = useTranslation()
  const { isSeller, wallets, done, typed } = useLoaderData<typeof loader>()
  const shown = shownAgain(useAnswer<typeof action>())
  return (
    <Read>
      <PageHead title={t('settings.wallets.title')} lead={t('settings.wallets.lead')} />
      {done && shown.problems.length === 0 && (
        <Note tone="good" role="status" title={t(`settings.wallets.done.${done}`)} />
      )}
      <ErrorSummary problems={shown.problems} />
      {wallets.length === 0 && (
        <EmptyState title={t('settings.wallets.empty')} text={t('settings.wallets.emptyText')} />
      )}
      {wallets.map((wallet) => (
        <SavedWalletForm
          key={wallet.id}
          wallet={wallet}
          shown={shown}
          typed={typed.id === wallet.id ? typed.label : null}
        />
      ))}
      <Actions after>
        <ButtonLink look="line" to="/settings">
          {t('nav.account')}
        </ButtonLink>
        {isSeller && <Link to="/wallet-check">{t('pages.walletCheck')}</Link>}
      </Actions>
    </Read>
  )
}
