import { isCalledOff } from '#app/escrow/domain/escrow.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import type { PaperEntry, PaperFact, PaperSection, PaperValue } from '#app/records/statement/domain/paper.ts'
import type { Statement, StatementPayment, StatementPayout } from '#app/records/statement/domain/statement.ts'
import { blockedWord } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { waitKey } from '#app/settlement/payouts/i18n/wait-reason.ts'
import { memoName, statementText, time, type Writing } from './statement-writing.ts'

export function depositSection(writing: Writing): PaperSection {
  const { t, statement } = writing
  const { account, number, payments, smaller, hold, currency } = statement
  const facts: PaperFact[] = hold
    ? holdFacts(writing, hold)
    : [
        { label: t('deposit.account'), values: [{ kind: 'code', text: account, group: 4 }] },
        { label: t(`deposit.${memoName(statement)}`), values: [{ kind: 'code', text: number }] },
      ]
  const entries = payments.map((payment, index) => writePayment(writing, { payment, count: index + 1 }))
  if (smaller) {
    const aside = { kind: 'amount', text: formatAmount(smaller.received, currency, writing.language) } as const
    entries.push({ title: t('deposit.smaller'), aside, facts: [] })
  }
  return {
    title: t(hold ? 'common:held.facts.title' : 'deposit.title'),
    blocks: [
      { kind: 'facts', facts },
      entries.length > 0 ? { kind: 'entries', entries } : { kind: 'nothing', text: t('deposit.nothing') },
    ],
  }
}

/** The wallets of the on-chain escrow, and its end date. */
function holdFacts({ t, statement }: Writing, hold: NonNullable<Statement['hold']>): PaperFact[] {
  const { until, buyerWallet, sellerWallet } = hold
  const wallet = (address: string): PaperValue => ({ kind: 'code', text: address, group: 4 })
  return [
    { label: t('common:held.choice.until'), values: [time(until)] },
    { label: t('common:held.facts.buyerWallet'), values: [wallet(buyerWallet)] },
    {
      label: t('common:held.facts.sellerWallet'),
      values: [sellerWallet ? wallet(sellerWallet.address) : statementText(t('common:held.facts.notStated'))],
    },
    ...(sellerWallet?.memo
      ? [{ label: t(`deposit.${memoName(statement)}`), values: [{ kind: 'code', text: sellerWallet.memo } as const] }]
      : []),
  ]
}

function writePayment(writing: Writing, { payment, count }: { payment: StatementPayment; count: number }): PaperEntry {
  const { t, language } = writing
  const { asset, assetLabel, amount, problem, at } = payment
  return {
    title: t('deposit.payment', { count }),
    aside: { kind: 'amount', text: asset ? formatAmount(amount, asset, language) : `${amount} ${codeOf(assetLabel)}` },
    facts: [
      ...(asset ? [] : [{ label: t('deposit.asset'), values: [{ kind: 'code', text: assetLabel } as const] }]),
      ...(problem
        ? [{ label: t('deposit.notCounted'), values: [statementText(t(`deposit.problem.${problem}`))] }]
        : []),
      { label: t('deposit.at'), values: [time(at)] },
      { label: t('deposit.hash'), values: hashWithLink(writing, payment) },
    ],
  }
}

/** "USDC:GFAKE…": only the code; the whole label with the issuer is shown below. */
function codeOf(assetLabel: string): string {
  return assetLabel.split(':')[0] ?? assetLabel
}

function hashWithLink({ t }: Writing, { hash, explorer }: { hash: string; explorer: string | null }): PaperValue[] {
  const code: PaperValue = { kind: 'code', text: hash, group: 8 }
  if (explorer === null) return [code]
  const host = new URL(explorer).host
  return [code, { kind: 'link', text: t('deposit.explorer', { host }), href: explorer }]
}

export function payoutSection(writing: Writing): PaperSection {
  const { t, statement } = writing
  const entries = statement.payouts.map((payout) => writePayout(writing, payout))
  return {
    title: t('payouts.title'),
    blocks: [entries.length > 0 ? { kind: 'entries', entries } : { kind: 'nothing', text: t('payouts.nothing') }],
  }
}

function writePayout(writing: Writing, payout: StatementPayout): PaperEntry {
  const { t, language, statement } = writing
  const { wallet, networkFee, hash, at, explorer } = payout
  const fee = networkFee !== null && formatAmount(networkFee, statement.totals.networkFeeAsset, language)
  return {
    title: purposeOf(writing, payout),
    aside: { kind: 'amount', text: formatAmount(payout.amount, statement.currency, language) },
    facts: [
      {
        label: t('payouts.wallet'),
        values: [wallet ? { kind: 'code', text: wallet.address, group: 4 } : statementText(t('payouts.hiddenWallet'))],
      },
      ...(wallet?.memo
        ? [{ label: t(`deposit.${memoName(statement)}`), values: [{ kind: 'code', text: wallet.memo } as const] }]
        : []),
      { label: t('payouts.state'), values: stateOf(writing, payout) },
      ...(at ? [{ label: t('deposit.at'), values: [time(at)] }] : []),
      ...(hash ? [{ label: t('deposit.hash'), values: hashWithLink(writing, { hash, explorer }) }] : []),
      ...(fee ? [{ label: t('payouts.fee'), values: [statementText(t('payouts.feePaid', { amount: fee }))] }] : []),
    ],
  }
}

/** For a cancelled escrow the deposit is returned, not an excess. */
function purposeOf({ t, statement }: Writing, { purpose }: StatementPayout): string {
  const isDeposit = purpose === 'return' && isCalledOff(statement.stage)
  return isDeposit ? t('payouts.returnOfCancelled') : t(`payouts.purpose.${purpose}`)
}

/** A waiting payout says why, and what can be done. */
function stateOf({ t, statement }: Writing, { state, blockedReason, waits }: StatementPayout): PaperValue[] {
  const words = statementText(t(`payouts.states.${state}`))
  if (waits) {
    const values = { count: waits.before, network: statement.networkName, fee: waits.fee ?? '' }
    return [words, statementText(t(`common:${waitKey(waits)}`, values))]
  }
  if (state !== 'blocked') return [words]
  const reason = blockedWord(blockedReason)
  return [words, statementText(t(`common:escrow.blocked.${reason}`, { currency: statement.currency }))]
}

export function totalsSection({ t, language, statement }: Writing): PaperSection {
  const { currency, totals, hold } = statement
  const written = (amount: string, asset: Asset = currency) => formatAmount(amount, asset, language)
  const isSomething = (amount: string) => new Decimal(amount).gt(0)
  const row = (label: string, amount: string, isTotal = false): PaperFact => ({
    label,
    values: [{ kind: 'amount', text: written(amount) }],
    isTotal,
  })
  const sum = {
    received: written(totals.received),
    madeUp: written(totals.madeUp),
    paidOut: written(totals.paidOut),
    held: written(totals.held),
  }
  const facts = [
    row(t('totals.received'), totals.received),
    ...(isSomething(totals.madeUp) ? [row(t('totals.madeUp'), totals.madeUp)] : []),
    row(t('totals.paidOut'), isSomething(totals.paidOut) ? `-${totals.paidOut}` : totals.paidOut),
    row(t(hold ? 'held.total' : 'totals.held'), totals.held, true),
    ...(isSomething(totals.onItsWay) ? [row(t('totals.onItsWay'), totals.onItsWay)] : []),
    ...(isSomething(totals.waiting) ? [row(t('totals.waiting'), totals.waiting)] : []),
    ...(isSomething(totals.owedBack) ? [row(t('totals.owedBack'), totals.owedBack)] : []),
    // On-chain escrows have no payouts of ours: the sender of a transaction pays its fee.
    ...(hold
      ? []
      : [
          {
            label: t('totals.fees'),
            values: [
              { kind: 'amount', text: written(totals.networkFees, totals.networkFeeAsset) },
              { kind: 'text', text: t('totals.feesBy'), isMuted: true },
            ],
          } satisfies PaperFact,
        ]),
  ]
  const words = isSomething(totals.madeUp) ? t('totals.sumMadeUp', sum) : t('totals.sum', sum)
  return { title: t('totals.title'), blocks: [{ kind: 'sums', facts, sum: words }] }
}
