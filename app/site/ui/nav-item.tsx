import { NavLink } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { NavigationLink } from './navigation.ts'

export function NavItem({ to, label }: NavigationLink) {
  const { t } = useTranslation()
  return (
    <li>
      <NavLink to={to} end>
        {t(label)}
      </NavLink>
    </li>
  )
}
