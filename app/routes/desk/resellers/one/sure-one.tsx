import { useTranslation } from 'react-i18next'
import { formatUsd } from '#app/i18n/kernel/format.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { SureBefore } from '../sure.tsx'
import type { Asked } from './acts.server.ts'

const TITLES = {
  change: 'resellers.change',
  add: 'resellers.addCode',
  stop: 'resellers.stop',
  start: 'resellers.start',
  rates: 'resellers.ratesOpen',
  pay: 'resellers.pay',
  'by-hand': 'resellers.byHand',
  'take-back': 'resellers.takeBack',
  renew: 'resellers.renew',
  revoke: 'resellers.revoke',
} as const
const TEXTS = {
  change: 'resellers.changeText',
  add: 'resellers.codeText',
  stop: 'resellers.codeText',
  start: 'resellers.codeText',
  rates: 'resellers.codeText',
  pay: 'resellers.payText',
  'by-hand': 'resellers.byHandText',
  'take-back': 'resellers.takeBackText',
  renew: 'resellers.renewText',
  revoke: 'resellers.revokeText',
} as const
const LABELS = {
  wallet: 'resellers.wallet',
  memo: 'cases.facts.memo',
  price: 'resellers.price',
  code: 'resellers.code',
  name: 'resellers.name',
  amount: 'cases.assign.payment',
  paidIn: 'resellers.paidIn',
} as const

/** Asked once more, with what it does to whom. */
export function SureAboutOne({ asked, email, back }: { asked: Asked; email: string; back: string }) {
  const { i18n } = useTranslation()
  const t = useDesk()
  const { intent, values, facts, hasKey, fields } = asked
  const words = { email, usd: values.usd ? formatUsd(values.usd, i18n.language) : '' }
  return (
    <SureBefore
      title={t(TITLES[intent], words)}
      text={t(TEXTS[intent], words)}
      facts={facts.map(({ label, value }) => ({
        label: t(LABELS[label]),
        value: label === 'wallet' ? <Code value={value} /> : value || t('cases.facts.noMemo'),
        total: label === 'amount',
      }))}
      warning={!hasKey && t('resellers.noKey')}
      fields={fields}
      back={back}
    />
  )
}
