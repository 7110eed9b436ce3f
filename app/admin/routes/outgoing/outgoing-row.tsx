import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { FitView, UnexplainedView } from '#app/admin/queries/outgoing.server.ts'
import { actionFieldsOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { ByAndWhen, HashRow } from '#app/admin/routes/panel/list-parts.tsx'
import { PayoutSubject } from '#app/admin/routes/panel/payout-subject.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Amount, ForeignAmount } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { answerOfUnmatched } from '#app/settlement/payouts/domain/outgoing.ts'

type OutgoingRowProps = { row: UnexplainedView; returned: Returned | null; isBusy: boolean }

export const ledgerName = (network: Network) => NETWORK_FACTS[network].name

export function OutgoingRow({ row, returned, isBusy }: OutgoingRowProps) {
  const t = useAdmin()
  const { hash, explorer, facts } = row
  return (
    <li className="sheet matter">
      <header>
        <h2>{ledgerName(row.network)}</h2>
        <b>
          {facts.payments.map((payment) =>
            payment.asset ? (
              <Amount key={`${payment.to} ${payment.amount}`} value={payment.amount} asset={payment.asset} />
            ) : (
              <ForeignAmount
                key={`${payment.to} ${payment.amount}`}
                value={payment.amount}
                label={payment.assetLabel}
              />
            ),
          )}
        </b>
      </header>
      <div className="sheet__in matter__in">
        <div>
          <Facts items={factsOf(row, t)} />
          <div className="matter__payment">
            <dl>
              <dt>{t('outgoing.facts.source')}</dt>
              <dd>
                <Code value={row.source} size="small" />
              </dd>
              {facts.payments.flatMap(({ to }) =>
                to === null
                  ? []
                  : [
                      <dt key={`${to} term`}>{t('cases.facts.to')}</dt>,
                      <dd key={to}>
                        <Code value={to} size="small" />
                      </dd>,
                    ],
              )}
            </dl>
            <HashRow hash={hash} explorer={explorer} />
          </div>
        </div>
        {row.explained ? (
          <Explained explained={row.explained} />
        ) : (
          <Question row={row} returned={returned} isBusy={isBusy} />
        )}
      </div>
    </li>
  )
}

function factsOf({ at, sequence, facts }: UnexplainedView, t: ReturnType<typeof useAdmin>): Fact[] {
  const { type, successful, code, memo, usesTicket } = facts
  return [
    { label: t('outgoing.facts.at'), value: <Moment at={at} /> },
    {
      label: t('outgoing.facts.type'),
      value: <InlineCode>{type}</InlineCode>,
      detail: !successful && t('outgoing.facts.failed', { code: code ?? '' }),
    },
    { label: t('cases.facts.memo'), value: memo === null ? t('cases.facts.noMemo') : <InlineCode>{memo}</InlineCode> },
    {
      label: t(usesTicket ? 'outgoing.facts.ticket' : 'outgoing.facts.number'),
      value: <InlineCode>{sequence}</InlineCode>,
    },
  ]
}

function Question({ row, returned, isBusy }: OutgoingRowProps) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const field = actionFieldsOf(row.id, returned)
  const language = i18n.language
  const options = [
    ...row.candidates.map(({ id, amount, asset, transactionId }) => ({
      value: id,
      label: t('outgoing.paid', { amount: formatAmount(amount, asset, language) }),
      consequence: transactionId === null ? t('cases.aCase') : <InlineCode size="small">{transactionId}</InlineCode>,
    })),
    ...row.cases
      .filter(({ isPaidBack }) => !isPaidBack)
      .map((fit) => ({
        value: answerOfUnmatched(fit.caseId),
        label: fit.together
          ? t('outgoing.paidOutTogether', { memo: fit.memo ?? '' })
          : t('outgoing.paidOut', { amount: formatAmount(fit.amount, fit.asset, language) }),
        consequence: <UnmatchedOf fit={fit} />,
      })),
    { value: 'foreign', label: t(row.cases.length > 0 ? 'outgoing.foreignOfCases' : 'outgoing.foreign') },
  ]
  return (
    <Form method="post" className="matter__close">
      <input type="hidden" name="intent" value="explain" />
      <input type="hidden" name="transaction" value={row.id} />
      <Choice {...field('answer')} legend={t('outgoing.question')} legendShown options={options} />
      <ReasonField {...field('reason')} label={t('cases.assign.note')} />
      <Actions after>
        <Button disabled={isBusy}>{t('cases.assign.next')}</Button>
      </Actions>
    </Form>
  )
}

export function UnmatchedOf({ fit }: { fit: FitView }) {
  const t = useAdmin()
  return (
    <>
      <Link to={`/admin-panel/cases#${fit.caseId}`}>{t('cases.aCase')}</Link>
      <Comma />
      <MomentSentence at={fit.cameAt} text={(time) => t('cases.facts.seen', { time })} />
      <Comma />
      {t('cases.facts.memo')} {fit.memo === null ? t('cases.facts.noMemo') : <InlineCode>{fit.memo}</InlineCode>}
    </>
  )
}

function Explained({ explained }: { explained: NonNullable<UnexplainedView['explained']> }) {
  const t = useAdmin()
  const { transactionId, isPayout, isLinked } = explained
  const answer = isPayout ? 'outgoing.paidOf' : isLinked ? 'cases.aCase' : 'outgoing.foreign'
  return (
    <div>
      <h3>{t(answer)}</h3>
      {isPayout && (
        <p>
          <PayoutSubject transactionId={transactionId} reseller={null} />
        </p>
      )}
      <p className="said">{explained.reason}</p>
      <ByAndWhen by={explained.by} at={explained.at} />
    </div>
  )
}
