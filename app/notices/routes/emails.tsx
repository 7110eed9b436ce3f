import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { REMINDERS_OF } from '#app/notices/domain/reminder-kinds.ts'
import {
  chooseReminders,
  type OffLink,
  readOffLink,
  switchByLink,
} from '#app/notices/workflows/switch-reminders.server.ts'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'reminders.title' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Changes nothing: mail programs open links by themselves. Works without login. */
export async function loader({ request }: LoaderFunctionArgs) {
  const link = linkIn(request)
  if (!link) throw redirect('/settings#reminders')
  const known = await readOffLink(deps, link)
  if (!known) return data({ link: null }, { status: 404 })
  return data({ link: { kind: known.kind, isOff: known.isOff } })
}

/** Switches by the link of a reminder, or without one stores the choices of the account's page. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const link = linkIn(request)
  if (link) {
    // Only real links are counted: made-up ones would each create a counter, and do nothing anyway.
    if (await readOffLink(deps, link)) await countTry('reminders_by_link', link.letterId)
    await switchByLink(deps, { ...link, wants: fields.get('intent') === 'on' })
    return redirect(`/letters?${new URLSearchParams({ letter: link.letterId, token: link.token })}`, 303)
  }
  const { id: userId, email: address, role } = await requireVisit('/settings', request)
  await countTry('own_act_by_user', userId)
  if (role === 'buyer' || role === 'seller') {
    const wanted = REMINDERS_OF[role].filter((kind) => fields.isTicked(kind))
    await chooseReminders(deps, { userId, address, role, wanted })
  }
  return redirect('/settings?reminders=saved#reminders', 303)
}

function linkIn(request: Request): OffLink | null {
  const { searchParams } = new URL(request.url)
  const letterId = searchParams.get('letter')
  return letterId === null ? null : { letterId, token: searchParams.get('token') ?? '' }
}

export default function Emails() {
  const { t } = useTranslation()
  const { link } = useLoaderData<typeof loader>()
  if (!link) {
    return (
      <Read>
        <PageHead title={t('account.deadTitle')} lead={t('reminders.dead')} />
        <Actions>
          <ButtonLink to="/settings#reminders">{t('nav.account')}</ButtonLink>
        </Actions>
      </Read>
    )
  }
  const { kind, isOff } = link
  return (
    <Read>
      <PageHead title={isOff ? t('reminders.offTitle') : t('reminders.title')} lead={t('reminders.always')} />
      <Form method="post" className="sheet">
        <div className="part">
          <p>
            <strong>{t(`reminders.kind.${kind}`)}</strong>
          </p>
          <Actions after>
            <Button look={isOff ? 'line' : 'filled'} name="intent" value={isOff ? 'on' : 'off'}>
              {isOff ? t('reminders.on') : t('reminders.off')}
            </Button>
          </Actions>
        </div>
      </Form>
    </Read>
  )
}
