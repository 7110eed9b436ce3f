import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AcceptsSupplement, OpenedUnder } from '#app/accounts/ui/service-terms.tsx'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps } from '#app/escrow/ui/settle-form.tsx'
import { textFacts } from '#app/escrow/ui/text-facts.ts'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { Disclosure, HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { shortHash } from '#app/kernel/ui/text/code-groups.ts'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { AgreementView } from '#app/trade/terms/domain/dates-view.ts'
import type { SealedView, TermsVersionView, TermsView } from '#app/trade/terms/domain/terms-view.ts'
import { OpenProposal, PastAmendments, Propose } from './amendments.tsx'
import { useChangeWords } from './change-words.tsx'

type Shown = EscrowDetails & AgreementView & SealedView

export function TermsSheet({ escrow, refused }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const { sealed } = escrow
  const { versions, open, mayAccept } = sealed
  const last = versions.at(-1)
  // On-chain terms are accepted together with the seller's wallet.
  const isWithWallet = mayAccept && escrow.parts.task === 'agree'
  return (
    <Sheet id="terms" title={t('terms.title')} className="stack">
      {open && <OpenProposal escrow={escrow} open={open} />}
      {last ? (
        <Fixed last={last} isMoved={sealed.isMoved} />
      ) : (
        <Unsealed is={isWithWallet ? 'with_wallet' : mayAccept ? 'read' : escrow.parts.terms} />
      )}
      {sealed.sheet && <SheetFacts escrow={escrow} sheet={sealed.sheet} />}
      {isWithWallet && (
        <p>
          <a href="#held">{t('held.task.agree')}</a>
        </p>
      )}
      <div className="acts">
        {mayAccept && !isWithWallet && sealed.fingerprint && (
          <SettleForm escrow={escrow} intent="accept_terms" button={t('terms.accept')} look="filled">
            <input type="hidden" name="seenTerms" value={sealed.fingerprint} />
            {sealed.asksSupplement && <AcceptsSupplement by="accepting" />}
          </SettleForm>
        )}
        {sealed.mayPropose && <Propose escrow={escrow} refused={refused} how={sealed.mayPropose} />}
      </div>
      {sealed.fingerprint && (
        <Fingerprint sha256={sealed.fingerprint} contract={sealed.sheet?.contract ?? null}>
          <OpenedUnder terms={sealed.openedUnder} hasDates={escrow.agreement !== null} />
        </Fingerprint>
      )}
      {last?.text && <SealedText text={last.text} />}
      {!sealed.fingerprint && <OpenedUnder terms={sealed.openedUnder} hasDates={escrow.agreement !== null} />}
      {versions.length > 1 && <Earlier versions={versions.slice(0, -1)} />}
      {sealed.past.length > 0 && <PastAmendments past={sealed.past} asset={escrow.currency} />}
    </Sheet>
  )
}

const UNSEALED = {
  read: 'terms.read',
  with_wallet: 'terms.readWithWallet',
  waits: 'terms.notAccepted',
  never: 'terms.never',
} as const

function Unsealed({ is }: { is: keyof typeof UNSEALED | null }) {
  const { t } = useTranslation()
  return is && <p className="small muted">{t(UNSEALED[is])}</p>
}

function Fixed({ last, isMoved }: { last: TermsVersionView; isMoved: boolean }) {
  const { t } = useTranslation()
  return (
    <Note tone="good">
      <p>
        <b>
          <VersionSentence {...last} />
        </b>
      </p>
      <p>
        {t('terms.bound')} {isMoved && t('terms.moved', { dates: t('dates.title') })}
      </p>
    </Note>
  )
}

function VersionSentence({ version, acceptedAt }: Pick<TermsVersionView, 'version' | 'acceptedAt'>) {
  const { t } = useTranslation()
  return <MomentSentence at={acceptedAt} text={(time) => t('terms.fixed', { version: String(version), time })} />
}

function SheetFacts({ escrow, sheet }: { escrow: Shown; sheet: NonNullable<TermsView['sheet']> }) {
  const { t, i18n } = useTranslation()
  const { documents, day } = useChangeWords()
  const { dates, contract } = sheet
  const items: Fact[] = [
    { label: t('escrow.facts.buyer'), value: escrow.buyerName },
    // The reader who is asked to accept is the seller.
    ...(escrow.sealed.mayAccept ? [] : [{ label: t('escrow.facts.seller'), value: sheet.seller }]),
    { label: t('escrow.facts.amount'), value: <Amount value={sheet.amount} asset={sheet.asset} /> },
    ...textFacts(escrow.texts, t),
    contract
      ? {
          label: t('escrow.facts.contract'),
          value: (
            <>
              {/* A plain link: the browser saves the file, the router must not fetch it. */}
              <a href={`/contracts/${escrow.id}`} download>
                <bdi>{contract.name}</bdi>
              </a>{' '}
              <span className="muted">{formatFileSize(contract.bytes, i18n.language)}</span>
            </>
          ),
        }
      : { label: t('escrow.facts.contract'), value: t('escrow.facts.noContract') },
  ]
  const { onSilence } = escrow.agreement ?? {}
  const isOver = escrow.parts.isOver
  const dated: Fact[] = dates
    ? [
        { label: t('dates.fundBy'), value: day(dates.fundBy) },
        { label: t('dates.presentBy'), value: day(dates.presentBy) },
        {
          label: t('dates.examineDays'),
          value: dates.weekend
            ? `${dates.examineDays} (${t(`dates.weekend.${dates.weekend}`)})`
            : String(dates.examineDays),
        },
        { label: t('dates.documents'), value: documents(dates.documents ?? []) },
        ...(onSilence
          ? [
              {
                label: t('dates.silenceBoth'),
                value: t(`dates.${onSilence}`),
              },
            ]
          : []),
      ]
    : [{ label: t('dates.title'), value: t('terms.noDates') }]
  return (
    <>
      <Facts items={[...items, ...dated]} />
      {/* Nothing follows from silence any more. */}
      {dates && onSilence && !isOver && <p className="small muted">{t(`dates.${onSilence}Text`)}</p>}
    </>
  )
}

type FingerprintProps = { sha256: string; contract: { sha256: string } | null; children: ReactNode }

/** Of the terms and of their contract; `children`: what else was agreed to. */
function Fingerprint({ sha256, contract, children }: FingerprintProps) {
  const { t } = useTranslation()
  return (
    <Disclosure
      summary={
        <>
          {t('terms.fingerprint')} <InlineCode size="small">{shortHash(sha256)}</InlineCode>
        </>
      }
    >
      <Code value={sha256} group={8} size="small" />
      <CopyButton value={sha256} what={t('terms.fingerprint')} />
      {contract && <HashDisclosure label={t('escrow.facts.contractHash')} hash={contract.sha256} />}
      {children}
    </Disclosure>
  )
}

/** Verbatim: needed to recompute the fingerprint. */
function SealedText({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <Disclosure summary={t('terms.text')}>
      <p className="quote small" dir="ltr">
        {text}
      </p>
      <CopyButton value={text} what={t('terms.text')} />
    </Disclosure>
  )
}

function Earlier({ versions }: { versions: TermsVersionView[] }) {
  const { t } = useTranslation()
  return (
    <Disclosure summary={t('terms.earlier')}>
      {versions.map(({ version, sha256, acceptedAt }) => (
        <div key={version}>
          <p className="small">
            <VersionSentence version={version} acceptedAt={acceptedAt} />
          </p>
          <Code value={sha256} group={8} size="small" />
        </div>
      ))}
    </Disclosure>
  )
}
