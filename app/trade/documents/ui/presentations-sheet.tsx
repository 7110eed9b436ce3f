import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { Disclosure, HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type {
  DiscrepancyNoticeView,
  ExaminationView,
  PresentationFile,
  PresentationView,
  WaiverView,
} from '#app/trade/documents/domain/presentations-view.ts'
import { DiscrepancyNoticeWords } from './discrepancy-notice-words.tsx'
import './discrepancy-notice.css'

/** All presentations with files and notices, and how many are left. Nothing before there is something to show. */
export function PresentationsSheet({
  escrow: { examination, parts },
}: {
  escrow: ExaminationView & Pick<EscrowDetails, 'parts'>
}) {
  const { t } = useTranslation()
  const { rounds, roundsLeft } = examination
  const hasNotice = rounds.some(({ notices }) => notices.length > 0)
  if (rounds.length === 0 || (roundsLeft === null && !hasNotice)) return null
  const newest = rounds.toReversed()
  return (
    <Sheet id="rounds" title={t('examination.title')} className="stack">
      {parts.rounds.left !== null && (
        <p className="small muted">
          {parts.rounds.left > 0 ? t('examination.left', { count: parts.rounds.left }) : t('examination.noneLeft')}
        </p>
      )}
      <ol className="rounds">
        {newest.map((round) => (
          <li key={round.round}>
            <Presentation
              round={round}
              isLast={round === newest[0]}
              says={round === newest[0] ? parts.rounds.last : null}
            />
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

const SAYS = {
  under_examination: 'examination.underExamination',
  accepted: 'examination.accepted',
  waived: 'examination.inSpite',
  quayside: 'examination.quayside',
  undecided: 'examination.undecided',
} as const

function Presentation({
  round,
  isLast,
  says,
}: {
  round: PresentationView
  isLast: boolean
  says: keyof typeof SAYS | null
}) {
  const { t } = useTranslation()
  const standing = round.notices.find(({ withdrawnAt }) => withdrawnAt === null)
  const before = round.notices.filter(({ withdrawnAt }) => withdrawnAt !== null)
  return (
    <>
      <h3>{t('examination.round', { round: round.round })}</h3>
      <p className="small">
        <MomentSentence at={round.presentedAt} text={(time) => t('examination.presentedAt', { time })} />{' '}
        {round.wasLate && <Tag tone="attention">{t('examination.late')}</Tag>}
      </p>
      <StatedFacts round={round} />
      <Disclosure summary={t('ui.document.files', { count: round.files.length })} open={!isLast || Boolean(standing)}>
        <ul className="rounds__files">
          {round.files.map((file) => (
            <li key={`${file.type}${file.sha256}`}>
              <File file={file} notice={standing ?? null} />
            </li>
          ))}
        </ul>
      </Disclosure>
      {standing && <DiscrepancyNoticeOf notice={standing} />}
      {before.map((notice) => (
        <DiscrepancyNoticeOf key={notice.id} notice={notice} />
      ))}
      {says && <p className="small muted">{t(SAYS[says])}</p>}
    </>
  )
}

function StatedFacts({ round: { facts } }: { round: PresentationView }) {
  const { t } = useTranslation()
  const said = (['containerNumber', 'ladenOn', 'invoiceAmount', 'insuredAmount'] as const).flatMap((name) => {
    const value = facts[name]
    return value === null ? [] : [{ label: t(`examination.facts.${name}`), value: <bdi>{value}</bdi> }]
  })
  return said.length > 0 ? <Facts items={said} /> : null
}

/** Deleted files are shown with name and hash, without a link. */
function File({ file, notice }: { file: PresentationFile; notice: DiscrepancyNoticeView | null }) {
  const { t } = useTranslation()
  const isNamed = notice !== null && (notice.marks.length === 0 || notice.marks.some(({ type }) => type === file.type))
  const name = <bdi>{file.fileName}</bdi>
  return (
    <>
      <p>
        {t(`documentType.${file.type}`)}{' '}
        {notice && (
          <Tag tone={isNamed ? 'danger' : 'good'} icon={isNamed ? 'x' : 'check'}>
            {t(isNamed ? 'examination.discrepantTag' : 'examination.inOrder')}
          </Tag>
        )}
      </p>
      <p className="small">
        {file.documentId ? (
          <a href={`/documents/${file.documentId}`} download>
            {name}
          </a>
        ) : (
          name
        )}
      </p>
      <HashDisclosure label={t('ui.document.sha256')} hash={file.sha256} />
    </>
  )
}

function DiscrepancyNoticeOf({ notice }: { notice: DiscrepancyNoticeView }) {
  const { t } = useTranslation()
  const { withdrawnAt, roundAllowedAt, waiver } = notice
  return (
    <div className="spoken">
      <p className="spoken__who">
        <MomentSentence at={notice.givenAt} text={(time) => t('examination.noticeAt', { time })} />
      </p>
      <DiscrepancyNoticeWords notice={notice} />
      {withdrawnAt && (
        <p className="small">
          <MomentSentence at={withdrawnAt} text={(time) => t('examination.takenBack', { time })} />
        </p>
      )}
      {waiver && <WaiverWords waiver={waiver} />}
      {roundAllowedAt && (
        <p className="small">
          <MomentSentence at={roundAllowedAt} text={(time) => t('examination.allowed', { time })} />
        </p>
      )}
    </div>
  )
}

function WaiverWords({ waiver: { words, askedAt, answer, answeredAt, answerWords } }: { waiver: WaiverView }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="spoken__who">
        <MomentSentence at={askedAt} text={(time) => t('examination.waive.asked', { time })} />
      </p>
      <Quote>{words}</Quote>
      {answer && answeredAt && (
        <p className="small">
          {answer === 'overtaken' ? (
            t('examination.waive.overtaken')
          ) : (
            <MomentSentence at={answeredAt} text={(time) => t(`examination.waive.${answer}`, { time })} />
          )}
        </p>
      )}
      {answerWords && <Quote>{answerWords}</Quote>}
    </>
  )
}
