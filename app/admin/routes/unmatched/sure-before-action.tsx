import { useTranslation } from 'react-i18next'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { PersonName } from '#app/admin/routes/panel/person.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isAsset } from '#app/kernel/domain/assets.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import type { SureOfUnmatched } from './actions.server.ts'

/** Asks for confirmation, naming the effect and whose money it is. */
export function SureBeforeUnmatchedAction({ sure }: { sure: SureOfUnmatched }) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const { act, caseId, kind, amount, typed } = sure
  const sent = { intent: act, case: caseId, kind, amount, ...typed }
  const form = { back: '/admin-panel/cases', fields: Object.entries<string>(sent) }
  const shown = ({ amount: value, assetLabel }: { amount: string; assetLabel: string }) =>
    isAsset(assetLabel) ? formatAmount(value, assetLabel, i18n.language) : `${value} ${assetLabel}`
  switch (act) {
    case 'accept': {
      const show = (value: string) => formatAmount(value, sure.asset, i18n.language)
      return (
        <SureBefore
          {...form}
          title={t('cases.accept.do')}
          text={t('cases.accept.text')}
          facts={[
            { label: t('cases.assign.due'), value: show(sure.due) },
            { label: t('cases.assign.received'), value: show(sure.received) },
            { label: t('cases.accept.missing'), value: show(sure.missing) },
          ]}
          said={{ title: t('payouts.reason'), text: sure.typed.note }}
        />
      )
    }
    case 'assign': {
      const { person, transactionId, asset } = sure
      const money = (value: string) => <Amount value={value} asset={asset} />
      return (
        <SureBefore
          {...form}
          title={t('cases.assign.open')}
          text={t('cases.assign.sureText')}
          facts={[
            { label: t('parties.buyer'), value: <PersonName person={person} /> },
            {
              label: t('cases.assign.target'),
              value: transactionId ? <InlineCode size="small">{transactionId}</InlineCode> : t('cases.facts.fee'),
            },
            { label: t('cases.assign.due'), value: money(sure.due) },
            { label: t('cases.assign.received'), value: money(sure.received) },
            { label: t('cases.assign.payment'), value: money(amount), total: true },
          ]}
          said={{ title: t('cases.assign.note'), text: sure.typed.note }}
          button={t('cases.assign.sure')}
        />
      )
    }
    case 'pay-back': {
      const { wallet, paidFrom, asset } = sure
      return (
        <SureBefore
          {...form}
          title={t('cases.back.open')}
          text={t('cases.back.sureText')}
          facts={[
            { label: t('cases.facts.back'), value: <Code value={wallet.address} /> },
            {
              label: t('cases.facts.memo'),
              value: wallet.memo === null ? t('cases.facts.noMemo') : <InlineCode>{wallet.memo}</InlineCode>,
            },
            { label: t('cases.facts.from'), value: t(`cases.back.from.${paidFrom}`) },
            { label: t('cases.assign.payment'), value: <Amount value={amount} asset={asset} />, total: true },
          ]}
          said={{ title: t('cases.assign.note'), text: sure.typed.note }}
          button={t('cases.back.yes')}
        />
      )
    }
    case 'take-up':
      return (
        <SureBefore
          {...form}
          title={t('cases.takeUp')}
          text={t('cases.takeUpText')}
          facts={[
            { label: common('escrow.facts.amount'), value: shown(sure) },
            { label: t('cases.outcomeTitle'), value: <span className="said">{sure.outcome}</span> },
          ]}
          said={{ title: t('payouts.reason'), text: sure.typed.note }}
        />
      )
    case 'deny':
      return <SureBefore {...form} title={t('cases.doubt.deny')} text={t('cases.doubt.sureText')} />
    case 'close':
      return (
        <SureBefore
          {...form}
          title={t(`cases.end.${sure.end}`)}
          text={t(`cases.end.${sure.end}Text`)}
          said={{ title: t('cases.outcomeTitle'), text: sure.typed.outcome }}
          button={t('cases.end.yes')}
        >
          {sure.doubts.map(({ outgoingId, paid, asset, hash }) => (
            <Note key={outgoingId} tone="danger" role="alert">
              <p>{t('cases.doubt.closing', { amount: formatAmount(paid, asset, i18n.language) })}</p>
              <Code value={hash} group={8} size="small" />
            </Note>
          ))}
          <Sheet>
            <Facts items={[{ label: common('escrow.facts.amount'), value: shown(sure) }]} />
          </Sheet>
          {sure.hash !== null && (
            <Sheet title={t('cases.facts.hash')}>
              <Code value={sure.hash} group={8} size="small" />
            </Sheet>
          )}
        </SureBefore>
      )
  }
}
