import { isRouteErrorResponse } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** The other side of a trade, for an unused account. `isNamed`: an escrow names its address as the seller's. */
export type RoleOffer = { to: 'buyer' | 'seller'; isNamed: boolean }

type RoleSwitchProps = {
  offer: RoleOffer
  /** The page to go on to with the new role, a path of ours. */
  redirectTo?: string
}

/** To somebody who may have registered on the wrong side: what the account is, and a button that changes it. */
export function RoleSwitch({ offer, redirectTo }: RoleSwitchProps) {
  const { t } = useTranslation()
  const { to, isNamed } = offer
  const from = to === 'seller' ? 'buyer' : 'seller'
  return (
    <Note tone={isNamed ? 'attention' : 'plain'} title={t(isNamed ? 'access.role.named' : `access.role.${from}`)} after>
      <p>
        {isNamed && t(`access.role.${from}`)} {t('access.role.text')}
      </p>
      {/* A plain form: the whole page changes, its menu included. */}
      <form method="post" action="/settings/role">
        <input type="hidden" name="role" value={to} />
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <Actions after>
          <Button look="line" size="small">
            {t(to === 'seller' ? 'access.role.toSeller' : 'access.role.toBuyer')}
          </Button>
        </Actions>
      </form>
    </Note>
  )
}

/** The change of role that a guard's 403 offers on a page of the other side; null: none. */
export function offerIn(error: unknown): RoleOffer | null {
  if (!isRouteErrorResponse(error)) return null
  const { offer } = (error.data ?? {}) as { offer?: RoleOffer | null }
  return offer?.to === 'seller' || offer?.to === 'buyer' ? offer : null
}
