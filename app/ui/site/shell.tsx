import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { entrance } from '#app/domain/accounts/way-back.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Icon } from '#app/ui/kernel/frames/icon.tsx'
import { LanguageSelect } from '#app/ui/languages/language-select.tsx'
import { NavItem } from './nav-item.tsx'
import { navigationFor } from './navigation.ts'
import { Wordmark } from './wordmark.tsx'

type ShellProps = {
  viewer: Viewer | null
  /** A page that asks for signing in: the ways in lead back to it. */
  wayBack: string | null
  /** The price ticker, or nothing. */
  ticker: ReactNode
  /** A shore page lays out its own width. */
  shore: boolean
  children: ReactNode
}

/** What surrounds every page. */
export function Shell({ viewer, wayBack, ticker, shore, children }: ShellProps) {
  const { t } = useTranslation()
  return (
    <>
      <a className="skip" href="#main">
        {t('nav.skip')}
      </a>
      {ticker}
      <Header viewer={viewer} wayBack={wayBack} />
      <main id="main" tabIndex={-1} className={shore ? undefined : 'wrap'}>
        {children}
      </main>
      <Footer />
    </>
  )
}

function Header({ viewer, wayBack }: Pick<ShellProps, 'viewer' | 'wayBack'>) {
  const { t } = useTranslation()
  const links = navigationFor(viewer)
  return (
    <header className="bar">
      <div className="wrap bar__in">
        <Link className="bar__mark" to="/">
          <Wordmark />
        </Link>
        <nav aria-label={t('nav.main')}>
          <ul>
            {links.map((link) => (
              <NavItem key={link.to} {...link} />
            ))}
          </ul>
        </nav>
        <div className="bar__end">
          <LanguageSelect />
          {viewer ? <Logout name={viewer.name} /> : <Entrances wayBack={wayBack} />}
          <details className="menu">
            <summary>
              <Icon name="menu" />
              <span className="vh">{t('nav.menu')}</span>
            </summary>
            <ul>
              {links.map((link) => (
                <NavItem key={link.to} {...link} />
              ))}
              {!viewer && <NavItem to={entrance('/login', wayBack)} label="nav.login" />}
              <li className="menu__lang">
                <LanguageSelect />
              </li>
            </ul>
          </details>
        </div>
      </div>
    </header>
  )
}

function Entrances({ wayBack }: Pick<ShellProps, 'wayBack'>) {
  const { t } = useTranslation()
  return (
    <>
      <ButtonLink look="quiet" size="bar" to={entrance('/login', wayBack)}>
        {t('nav.login')}
      </ButtonLink>
      <ButtonLink size="bar" to={entrance('/register', wayBack)}>
        {t('nav.register')}
      </ButtonLink>
    </>
  )
}

/** The avatar with the initial of the name logs out (spec §2, Home). A plain form: the next page starts afresh. */
function Logout({ name }: { name: string }) {
  const { t } = useTranslation()
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  return (
    <form method="post" action="/logout">
      <button type="submit" className="who" title={t('nav.logout')}>
        <span className="who__out" aria-hidden="true">
          {t('nav.logout')}
        </span>
        <span className="who__face" aria-hidden="true">
          {initial}
        </span>
        <span className="vh">{t('nav.logoutName', { name })}</span>
      </button>
    </form>
  )
}

function Footer() {
  const { t } = useTranslation()
  return (
    <footer className="foot">
      <div className="wrap foot__in">
        <span>{t('footer.copyright')}</span>
        <span className="foot__patent">
          <span className="patent">{t('footer.patent')}</span>
        </span>
        <nav aria-label={t('footer.legal')} className="acts">
          <Link to="/holdings">{t('footer.holdings')}</Link>
          <Link to="/terms">{t('footer.terms')}</Link>
          <Link to="/privacy">{t('footer.privacy')}</Link>
        </nav>
      </div>
    </footer>
  )
}
