import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ShownAgreement } from '#app/domain/agreement/shown-dates.ts'
import type { ShownSealed, ShownTerms, ShownVersion } from '#app/domain/agreement/shown-terms.ts'
import type { ShownEscrow } from '#app/domain/escrow/shown-escrow.ts'
import { formatFileSize } from '#app/i18n/kernel/format.ts'
import { AcceptsSupplement, OpenedUnder } from '#app/ui/accounts/service-terms.tsx'
import { SettleForm, type SettlingProps } from '#app/ui/escrow/settle-form.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { type Fact, Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { OpenProposal, PastAmendments, Propose } from './amendments.tsx'
import { useChangeWords } from './change-words.tsx'
import { Silence } from './silence.tsx'

type Shown = ShownEscrow & ShownAgreement & ShownSealed

/** What both sides bind themselves to: the sheet, its fingerprint, the seller's acceptance, and what one side wants changed. */
export function TermsSheet({ escrow, refused }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const { sealed } = escrow
  const { versions, open, mayAccept } = sealed
  const last = versions.at(-1)
  // What the ledger is to hold is accepted once, with the wallet that is stated for it.
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
      {sealed.fingerprint && <Fingerprint sha256={sealed.fingerprint} />}
      {last?.text && <SealedText text={last.text} />}
      {isWithWallet && (
        <p>
          <Link to={`/held?txid=${encodeURIComponent(escrow.transactionId)}`}>{t('held.task.agree')}</Link>
        </p>
      )}
      {mayAccept && !isWithWallet && sealed.fingerprint && (
        <SettleForm escrow={escrow} intent="accept_terms" button={t('terms.accept')}>
          <input type="hidden" name="seenTerms" value={sealed.fingerprint} />
          {sealed.asksSupplement && <AcceptsSupplement by="accepting" />}
        </SettleForm>
      )}
      <OpenedUnder terms={sealed.openedUnder} hasDates={escrow.agreement !== null} />
      {sealed.mayPropose && <Propose escrow={escrow} refused={refused} how={sealed.mayPropose} />}
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

/** No version was accepted yet, or never was. */
function Unsealed({ is }: { is: keyof typeof UNSEALED | null }) {
  const { t } = useTranslation()
  return is && <p>{t(UNSEALED[is])}</p>
}

function Fixed({ last, isMoved }: { last: ShownVersion; isMoved: boolean }) {
  const { t } = useTranslation()
  return (
    <Note tone="good">
      <p>
        <b>
          <VersionSentence {...last} />
        </b>
      </p>
      <p>
        {t('terms.bound')} {isMoved && t('terms.moved')}
      </p>
    </Note>
  )
}

function VersionSentence({ version, acceptedAt }: Pick<ShownVersion, 'version' | 'acceptedAt'>) {
  const { t } = useTranslation()
  return <MomentSentence at={acceptedAt} text={(time) => t('terms.fixed', { version: String(version), time })} />
}

function SheetFacts({ escrow, sheet }: { escrow: Shown; sheet: NonNullable<ShownTerms['sheet']> }) {
  const { t, i18n } = useTranslation()
  const { documents, day } = useChangeWords()
  const { dates, contract } = sheet
  const items: Fact[] = [
    { label: t('escrow.facts.buyer'), value: escrow.buyerName },
    { label: t('escrow.facts.seller'), value: sheet.seller },
    { label: t('escrow.facts.amount'), value: <Amount value={sheet.amount} asset={sheet.asset} /> },
    ...(escrow.notes ? [{ label: t('escrow.facts.notes'), value: escrow.notes }] : []),
    ...(escrow.terms ? [{ label: t('escrow.facts.terms'), value: escrow.terms }] : []),
    contract
      ? {
          label: t('escrow.facts.contract'),
          value: contract.name,
          detail: formatFileSize(contract.bytes, i18n.language),
        }
      : { label: t('escrow.facts.contract'), value: t('escrow.facts.noContract') },
  ]
  const { onSilence } = escrow.agreement ?? {}
  const isOver = escrow.parts.isOver
  const dated: Fact[] = dates
    ? [
        { label: t('dates.fundBy'), value: day(dates.fundBy) },
        { label: t('dates.presentBy'), value: day(dates.presentBy) },
        { label: t('dates.examineDays'), value: String(dates.examineDays) },
        ...(dates.weekend ? [{ label: t('dates.workingDays'), value: t(`dates.weekend.${dates.weekend}`) }] : []),
        { label: t('dates.documents'), value: documents(dates.documents ?? []) },
        // As a term among the others: nothing follows from it any more.
        ...(isOver && onSilence ? [{ label: t('dates.silenceBoth'), value: t(`dates.${onSilence}`) }] : []),
      ]
    : [{ label: t('dates.title'), value: t('terms.noDates') }]
  return (
    <>
      <Facts items={[...items, ...dated]} />
      {dates && onSilence && !isOver && <Silence onSilence={onSilence} />}
      {contract && (
        <Disclosure summary={t('escrow.facts.contractHash')}>
          <Code value={contract.sha256} group={8} size="small" />
        </Disclosure>
      )}
    </>
  )
}

function Fingerprint({ sha256 }: { sha256: string }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <p className="small muted">{t('terms.fingerprint')}</p>
      <Code value={sha256} group={8} size="small" />
      <CopyButton value={sha256} what={t('terms.fingerprint')} />
    </div>
  )
}

/** To the letter: whoever works the fingerprint out needs exactly this. */
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

function Earlier({ versions }: { versions: ShownVersion[] }) {
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
