import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import type { PartsView } from '#app/escrow/domain/parts-view.ts'
import { PaperTag } from '#app/escrow/ui/paper-tag.tsx'
import { SettleForm, type SettlingProps, shownIn } from '#app/escrow/ui/settle-form.tsx'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type { AgreementView, DatesView, RequestView } from '#app/trade/terms/domain/dates-view.ts'
import { deadlineThen, deadlineTitle, deadlineValues } from '#app/trade/terms/i18n/deadline-words.ts'
import { LocalTime } from './local-time.tsx'
import { SilenceNote } from './silence.tsx'

type Shown = EscrowDetails & AgreementView

/** The agreed dates, the running deadline, and extensions. `keeps`: with a calendar file, for parties only. */
export function DatesSheet({ escrow, refused, keeps = true }: SettlingProps<Shown> & { keeps?: boolean }) {
  const { t } = useTranslation()
  const { agreement, custody, parts } = escrow
  if (!agreement) return null
  const { onSilence, request } = agreement
  return (
    <Sheet id="dates" title={t('dates.title')} className="stack">
      {agreement.clock && <Running clock={agreement.clock} asset={escrow.currency} />}
      {agreement.still && <StandsStill {...agreement.still} />}
      {request && !agreement.mayAnswer && <Request escrow={escrow} agreement={agreement} request={request} />}
      <Facts
        items={[
          { label: t('dates.fundBy'), value: <Moment at={agreement.fundBy} /> },
          { label: t('dates.presentBy'), value: <Moment at={agreement.presentBy} /> },
          { label: t('dates.examineDays'), value: String(agreement.examineDays) },
          { label: t('dates.workingDays'), value: t(`dates.weekend.${agreement.weekend}`) },
          ...(custody.until ? [{ label: t('held.choice.until'), value: <Moment at={custody.until} /> }] : []),
        ]}
      />
      <AskedDocuments documents={agreement.documents} papers={parts.papers} />
      {/* The terms keep what was agreed; nothing follows from it any more. */}
      {!parts.isOver && <SilenceNote onSilence={onSilence} />}
      {!parts.isOver && <p className="small muted">{t('dates.hint')}</p>}
      {agreement.clock && keeps && (
        <p className="no-print">
          {/* A plain link: the browser saves the file, the router must not fetch it. */}
          <a href={`/dates/${escrow.transactionId}.ics`} download>
            {t('dates.calendar.save')}
          </a>
        </p>
      )}
      {agreement.mayAsk && <MoreTime escrow={escrow} refused={refused} />}
    </Sheet>
  )
}

/** A request that the reader may answer is the reader's task, with a section of its own. */
export function ExtensionRequestForm({ escrow }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const { agreement } = escrow
  if (!agreement?.mayAnswer || !agreement.request) return null
  return (
    <Sheet id="time-request" title={t('dates.request.title')}>
      <Request escrow={escrow} agreement={agreement} request={agreement.request} />
    </Sheet>
  )
}

function AskedDocuments({ documents, papers }: Pick<DatesView, 'documents'> & Pick<PartsView, 'papers'>) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="small muted">{t('dates.documents')}</p>
      {documents.length === 0 && <p>{t('dates.noDocuments')}</p>}
      {documents.length > 0 && (
        <Facts
          items={documents.map(({ type }) => ({
            label: t(`documentType.${type}`),
            value: <PaperTag state={papers[type]} />,
          }))}
        />
      )}
    </div>
  )
}

type RunningProps = { clock: NonNullable<DatesView['clock']>; asset: Asset }

/** The deadline in UTC and in the reader's time, and what follows. */
function Running({ clock, asset }: RunningProps) {
  const { t, i18n } = useTranslation()
  const { kind, by } = clock
  const isLate = kind === 'grace' || kind === 'last_notice'
  const values = deadlineValues(clock, { asset, language: i18n.language })
  return (
    <Note tone={isLate ? 'danger' : 'waiting'}>
      <p>
        <b>
          <MomentSentence at={by} text={(time) => t(deadlineTitle(clock), { time })} />
        </b>{' '}
        <LocalTime at={by} />
      </p>
      <p>
        {deadlineThen(clock)
          .map((key) => t(key, values))
          .join(' ')}
      </p>
    </Note>
  )
}

/** Why no deadline expires for now, and until when at most. */
function StandsStill({ why, until }: NonNullable<DatesView['still']>) {
  const { t } = useTranslation()
  return (
    <Note tone="waiting">
      {until ? (
        <MomentSentence at={until} text={(time) => t(`dates.still.${why}`, { time })} />
      ) : (
        <p>{t(`dates.still.${why}`)}</p>
      )}
    </Note>
  )
}

type RequestProps = { escrow: Shown; agreement: DatesView; request: RequestView }

function Request({ escrow, agreement: { mayAnswer }, request }: RequestProps) {
  const { t } = useTranslation()
  const { id, until, answerBy, reason, state } = request
  return (
    <div className="stack">
      <div className="spoken">
        <p className="spoken__who">
          <MomentSentence at={until} text={(time) => t(`dates.request.${state}`, { time })} />
        </p>
        {reason && <Quote>{reason}</Quote>}
      </div>
      {state === 'open' && (
        <p className="small">
          <MomentSentence at={answerBy} text={(time) => t('dates.request.answerBy', { time })} />
        </p>
      )}
      {mayAnswer && (
        <div className="answers">
          <SettleForm escrow={escrow} intent="agree_time" button={t('dates.request.agree')}>
            <input type="hidden" name="request" value={id} />
          </SettleForm>
          <SettleForm escrow={escrow} intent="decline_time" button={t('dates.request.decline')}>
            <input type="hidden" name="request" value={id} />
          </SettleForm>
        </div>
      )}
    </div>
  )
}

function MoreTime({ escrow, refused }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const shown = shownIn('ask_time', refused)
  return (
    <Disclosure summary={t('dates.more.button')} open={shown.wasRefused} noPrint>
      <SettleForm escrow={escrow} intent="ask_time" button={t('dates.more.button')}>
        <p className="small muted">{t('dates.more.text')}</p>
        <Field {...shown.field('timeUntil')} type="date" label={t('dates.more.until')} short />
        <TextArea {...shown.field('timeReason')} label={t('dates.more.reason')} rows={2} />
      </SettleForm>
    </Disclosure>
  )
}
