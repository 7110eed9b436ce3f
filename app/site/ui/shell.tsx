import { Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import type { Entrances } from '#app/accounts/domain/way-back.ts'
import { StandsStill } from '#app/accounts/ui/stands-still.tsx'
import { UnreachedNote } from '#app/accounts/ui/unreached.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { NotTaken } from '#app/kernel/ui/page/not-taken.tsx'
import { LanguageSelect } from '#app/languages/ui/language-select.tsx'
import { AnnouncePage } from './announce-page.tsx'
import { NavItem } from './nav-item.tsx'
import { ALL_HELP, navigationFor, phoneMenuFor } from './navigation.ts'
import { useClosing } from './use-closing.ts'
import { useCompany } from './use-company.ts'
import { Wordmark } from './wordmark.tsx'

type ShellProps = {
  viewer: Viewer | null
  /** A linked external escrow service (spec §2). Null: none. */
  externalEscrowUrl: string | null
  /** Where Login and Register lead from this page. */
  entrances: Entrances
  ticker: ReactNode
  /** A shore page sets its own width. */
  shore: boolean
  children: ReactNode
}

export function Shell({ viewer, externalEscrowUrl, entrances, ticker, shore, children }: ShellProps) {
  const { t } = useTranslation()
  return (
    <>
      <a className="skip" href="#main">
        {t('nav.skip')}
      </a>
      <AnnouncePage />
      {ticker}
      <Header viewer={viewer} entrances={entrances} />
      <main id="main" tabIndex={-1} className={shore ? undefined : 'wrap'}>
        {viewer?.stillUntil && (
          <div className={shore ? 'wrap' : undefined}>
            <StandsStill until={viewer.stillUntil} />
          </div>
        )}
        {viewer?.unreachedSince && (
          <div className={shore ? 'wrap' : undefined}>
            <UnreachedNote email={viewer.email} since={viewer.unreachedSince} />
          </div>
        )}
        <div className={shore ? 'wrap' : undefined}>
          <NotTaken />
        </div>
        {children}
      </main>
      <Footer viewer={viewer} externalEscrowUrl={externalEscrowUrl} />
    </>
  )
}

function Header({ viewer, entrances }: Pick<ShellProps, 'viewer' | 'entrances'>) {
  const { t } = useTranslation()
  const menu = useClosing()
  return (
    <header className="bar">
      <div className="wrap bar__in">
        <Link className="bar__mark" to="/">
          <Wordmark />
        </Link>
        <nav aria-label={t('nav.main')}>
          <ul>
            {navigationFor(viewer).map((link) => (
              <NavItem key={link.to} {...link} />
            ))}
            {viewer && <NavItem to="/faq" label="nav.help" />}
          </ul>
        </nav>
        <div className="bar__end">
          <LanguageSelect />
          {viewer ? <Avatar name={viewer.name} /> : <EntranceButtons {...entrances} />}
          <details ref={menu} className="menu">
            <summary>
              <Icon name="menu" />
              <span className="vh">{t('nav.menu')}</span>
            </summary>
            <ul>
              {phoneMenuFor(viewer).map((link) => (
                <NavItem key={link.to} {...link} />
              ))}
              {!viewer && <NavItem to={entrances.login} label="nav.login" />}
              {viewer && (
                <li>
                  <form method="post" action="/logout">
                    <button type="submit">{t('nav.logout')}</button>
                  </form>
                </li>
              )}
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

function EntranceButtons({ login, register }: Entrances) {
  const { t } = useTranslation()
  return (
    <>
      <ButtonLink look="quiet" size="bar" to={login}>
        {t('nav.login')}
      </ButtonLink>{' '}
      <ButtonLink size="bar" to={register}>
        {t('nav.register')}
      </ButtonLink>
    </>
  )
}

/** The avatar with the name's initial logs out (spec §2, Home). A plain form: the next page loads afresh. */
function Avatar({ name }: { name: string }) {
  const { t } = useTranslation()
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  return (
    <form method="post" action="/logout">
      <button type="submit" className="who" title={t('nav.logout')}>
        <span className="who__out" aria-hidden="true">
          {t('nav.logout')}
        </span>{' '}
        <span className="who__face" aria-hidden="true">
          {initial}
        </span>{' '}
        <span className="vh">{t('nav.logoutName', { name })}</span>
      </button>
    </form>
  )
}

/** The owner in one line; the contact page has the rest. */
function Owner() {
  const company = useCompany()
  if (!company?.name) return null
  return (
    <>
      <bdi>{[company.name, company.address].filter(Boolean).join(', ')}</bdi>{' '}
    </>
  )
}

function Footer({ viewer, externalEscrowUrl }: Pick<ShellProps, 'viewer' | 'externalEscrowUrl'>) {
  const { t } = useTranslation()
  const help = viewer ? [...ALL_HELP, { to: '/settings', label: 'nav.account' } as const] : ALL_HELP
  return (
    <footer className="foot">
      <div className="wrap foot__in">
        <nav aria-label={t('nav.help')} className="acts foot__help">
          {help.map(({ to, label }) => (
            <Fragment key={to}>
              <Link to={to}>{t(label)}</Link>{' '}
            </Fragment>
          ))}
          {externalEscrowUrl && (
            <a href={externalEscrowUrl} rel="noopener noreferrer external">
              {t('footer.external', { host: new URL(externalEscrowUrl).host })}
            </a>
          )}
        </nav>{' '}
        <span>{t('footer.copyright')}</span> <Owner />
        <span className="foot__patent">
          <span className="patent">{t('footer.patent')}</span>
        </span>{' '}
        <nav aria-label={t('footer.legal')} className="acts">
          <Link to="/holdings">{t('footer.holdings')}</Link> <Link to="/terms">{t('footer.terms')}</Link>{' '}
          <Link to="/privacy">{t('footer.privacy')}</Link>
        </nav>
      </div>
    </footer>
  )
}
