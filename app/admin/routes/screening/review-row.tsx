import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ReviewView } from '#app/admin/queries/screening/screening.server.ts'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { ByAndWhen } from '#app/admin/routes/panel/list-parts.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatList } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { ASKED_DETAILS, type AskedDetail } from '#app/screening/domain/review.ts'
import { ReviewWords } from './review-words.tsx'

/** What was typed; `text` is the refusal, empty where there is none. */
export type TypedReview = {
  act: string | null
  reason: string
  asked: readonly string[]
  field: string | undefined
  text: string
}
type ReviewRowProps = { review: ReviewView; typed: TypedReview | null; isBusy: boolean }

/** A person beside the list entry, word by word, and the operator's decision. */
export function ReviewRow({ review, typed, isBusy }: ReviewRowProps) {
  const t = useAdmin()
  const { id, wanted, decided, acts, state } = review
  return (
    <li className="sheet matter" id={`review-${id}`}>
      <header>
        <h2>
          {review.person ? (
            <Link to={review.person.page}>
              <bdi>{review.person.name || t('person.nameless')}</bdi>
            </Link>
          ) : (
            t('screening.wallet')
          )}
        </h2>
        <b>{t(`screening.state.${state}`)}</b>
      </header>
      <div className="sheet__in matter__in">
        <div>
          <ReviewWords review={review} />
          <h3>{t('screening.here')}</h3>
          <Facts items={personFacts(review, t)} />
          <h3>{t('screening.there')}</h3>
          <Facts items={entryFacts(review, t)} />
          {review.entry.remarks && (
            <Disclosure summary={t('screening.facts.remarks')}>
              <p className="said">
                <bdi>{review.entry.remarks}</bdi>
              </p>
            </Disclosure>
          )}
        </div>
        <div>
          {decided && (
            <>
              <p className="said">{decided.reason}</p>
              {decided.asked.length > 0 && <AskedFor asked={decided.asked} />}
              <ByAndWhen by={decided.by} at={decided.at} />
            </>
          )}
          {wanted && (
            <>
              <p>
                {t(`screening.wanted.${wanted.act}`, { name: wanted.by })}
                <Gap />
                {t('screening.sure.two')}
              </p>
              <p className="said">{wanted.reason}</p>
            </>
          )}
          {wanted?.isOwn && <p className="small muted">{t('screening.own')}</p>}
          {acts.length > 0 && <Decision review={review} typed={typed} isBusy={isBusy} />}
        </div>
      </div>
    </li>
  )
}

/** Which details the person is told are missing. */
function AskedFor({ asked }: { asked: readonly AskedDetail[] }) {
  const { t, i18n } = useTranslation()
  const details = asked.map((detail) => t(`checked.asked.${detail}`))
  return <p className="small">{t('checked.what', { details: formatList(details, i18n.language) })}</p>
}

type T = ReturnType<typeof useAdmin>

function personFacts({ person }: ReviewView, t: T): Fact[] {
  if (!person) return [{ label: t('screening.facts.name'), value: t('screening.wallet') }]
  return known([
    { label: t('screening.facts.name'), value: person.name, detail: person.email },
    { label: t('screening.facts.native'), value: person.nativeName },
    { label: t('screening.facts.company'), value: person.company },
    { label: t('screening.facts.born'), value: person.born },
    { label: t('screening.facts.countries'), value: person.country },
  ])
}

function entryFacts({ entry }: ReviewView, t: T): Fact[] {
  const joined = (values: readonly string[]) => values.slice(0, 12).join('; ')
  return known([
    {
      label: t('screening.facts.list'),
      value: entry.list ?? t('screening.ownList.title'),
      detail: entry.list && entry.sourceId,
    },
    { label: t('screening.facts.published'), value: entry.publishedAt },
    {
      label: t('screening.facts.read'),
      value: <Moment at={entry.readAt} />,
      detail: entry.isGone && t('screening.gone'),
    },
    { label: t('screening.facts.name'), value: joined(entry.names.map(({ text }) => text)) },
    { label: t('screening.facts.born'), value: joined(entry.births) },
    { label: t('screening.facts.countries'), value: joined(entry.countries) },
    { label: t('screening.facts.programmes'), value: joined(entry.programmes) },
    { label: t('screening.facts.documents'), value: joined(entry.documents) },
  ])
}

const known = (facts: Fact[]) => facts.filter(({ value }) => value !== null && value !== '')

function Decision({ review: { id, acts }, typed, isBusy }: ReviewRowProps) {
  const t = useAdmin()
  const error = (field: string) => (typed?.field === field ? typed.text : null)
  return (
    <Form method="post" className="matter__close">
      <input type="hidden" name="review" value={id} />
      <Choice
        name="act"
        id={`act-${id}`}
        legend={t('screening.question')}
        legendShown
        options={acts.map((act) => ({ value: act, label: t(`screening.act.${act}`) }))}
        {...(typed?.act && { defaultValue: typed.act })}
        error={error('act')}
      />
      {acts.includes('ask') && <AskFor id={id} typed={typed} />}
      <ReasonField
        name="reason"
        id={`reason-${id}`}
        label={t('cases.assign.note')}
        error={error('reason')}
        defaultValue={typed?.reason ?? ''}
      />
      <Actions after>
        <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'screening.save')}</Button>
      </Actions>
    </Form>
  )
}

/** Only fixed kinds of details: an operator's own words could reveal the match to the person. */
function AskFor({ id, typed }: { id: string; typed: TypedReview | null }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const problem = typed?.field === 'asked' ? typed.text : null
  return (
    <fieldset id={`asked-${id}`}>
      <legend>{t('screening.asked')}</legend>
      <p className="hint">{t('screening.askedHint')}</p>
      {ASKED_DETAILS.map((detail, at) => (
        <Checkbox
          key={detail}
          name="asked"
          id={`asked-${detail}-${id}`}
          value={detail}
          label={common(`checked.asked.${detail}`)}
          error={at === 0 ? problem : null}
          defaultChecked={typed?.asked.includes(detail)}
        />
      ))}
    </fieldset>
  )
}
