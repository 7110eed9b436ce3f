/** What an operator does with a reseller. Each action asks for confirmation first, and is performed on `sure`. */
import { data, redirect } from '@remix-run/node'
import { isProblem } from '#app/fees/resellers/domain/problem.ts'
import {
  changeLink,
  changeReseller,
  weighChange,
  weighResellerLink,
} from '#app/fees/resellers/workflows/change-reseller.server.ts'
import { payReseller, weighPayReseller } from '#app/fees/resellers/workflows/pay-reseller.server.ts'
import { recordPaidByHand, weighPaidByHand } from '#app/fees/resellers/workflows/record-paid.server.ts'
import { addCode, changeCode, weighCode, weighCodeChange } from '#app/fees/resellers/workflows/reseller-codes.server.ts'
import { reverseEarning, weighReversal } from '#app/fees/resellers/workflows/reverse-earning.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { deps } from '#app/runtime.server.ts'
import { type AskedFact, codeFacts, walletFacts, whoFacts } from '../asked-fact.ts'
import type { WrongField } from '../fields.tsx'
import { readTypedReseller } from '../form.server.ts'

/** A confirmation: the action, the values of its sentence, and the facts below it. */
export type AskedOfReseller = {
  intent: Intent
  values: Record<string, string>
  facts: AskedFact[]
  hasKey: boolean
  fields: [name: string, value: string][]
}

const INTENTS = ['change', 'add', 'stop', 'start', 'rates', 'pay', 'by-hand', 'take-back', 'renew', 'revoke'] as const
export type Intent = (typeof INTENTS)[number]

type Weighed =
  | { wrong: WrongField[] }
  | Pick<AskedOfReseller, 'values' | 'facts'>
  | (Pick<AskedOfReseller, 'values' | 'facts' | 'hasKey'> & { more: [string, string][] })

/** `id`: of the reseller. Throws a 400 Response for an intent that no page of ours sends. */
export async function actOnReseller(fields: FormFields, { id, operatorId }: { id: string; operatorId: string }) {
  const intent = INTENTS.find((known) => known === fields.get('intent'))
  if (!intent) throw new Response(null, { status: 400 })
  const sure = fields.get('sure')
  if (sure === 'back') return data({ wrong: [], typed: Object.fromEntries(fields.entries()), asked: null })
  const isSure = sure === 'yes'
  const answer = isSure
    ? await doIt(intent, fields, { id, operatorId })
    : await weigh(intent, fields, { id, operatorId })
  const wrong = wrongIn(answer)
  if (wrong) {
    const typed = Object.fromEntries(fields.entries())
    return data({ wrong, typed: shownWallets(typed, wrong.filter(isRefusal)), asked: null }, { status: 400 })
  }
  if (isSure) return redirect(`/admin-panel/resellers/${id}?done=1`, 303)
  const { values, facts, ...rest } = answer as Exclude<Weighed, { wrong: WrongField[] }>
  const more = 'more' in rest ? rest.more : []
  const hasKey = 'hasKey' in rest ? rest.hasKey : true
  const asked: AskedOfReseller = { intent, values, facts, hasKey, fields: [...fields.entries(), ...more] }
  return data({ wrong: [], typed: null, asked })
}

function wrongIn(answer: unknown): WrongField[] | null {
  if (isProblem(answer) || isRefusal(answer)) return [answer]
  return typeof answer === 'object' && answer !== null && 'wrong' in answer ? (answer.wrong as WrongField[]) : null
}

const codeChange = (intent: 'stop' | 'start' | 'rates', fields: FormFields, id: string) => ({
  id,
  codeId: fields.get('codeId'),
  act: intent,
  discount: fields.get('discount'),
  commission: fields.get('commission'),
  reason: fields.get('reason'),
})
const seenIn = (fields: FormFields) => ({
  usd: fields.get('seenUsd'),
  asset: fields.get('seenAsset'),
  address: fields.get('seenAddress'),
  memo: fields.get('seenMemo') || null,
})
const byHand = (fields: FormFields, id: string) => ({
  id,
  payoutId: fields.get('payoutId'),
  hash: fields.get('hash'),
  reason: fields.get('reason'),
})
const takeBack = (fields: FormFields, id: string) => ({
  id,
  earningId: fields.get('earningId'),
  why: fields.get('why'),
  hash: fields.get('hash'),
  reason: fields.get('reason'),
})

async function weigh(
  intent: Intent,
  fields: FormFields,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<Weighed | WrongField> {
  const reason = fields.get('reason')
  switch (intent) {
    case 'change': {
      const weighed = await weighChange(deps, {
        ...readTypedReseller(fields),
        id,
        operatorId,
        seen: fields.get('seen'),
        reason,
      })
      if (!weighed.reseller) return { wrong: weighed.wrong }
      return { values: {}, facts: whoFacts(weighed.reseller) }
    }
    case 'add': {
      const weighed = await weighCode(deps, { ...readTypedReseller(fields), id, reason })
      return 'wrong' in weighed ? weighed : { values: {}, facts: codeFacts(weighed.code.code, weighed.code) }
    }
    case 'stop':
    case 'start':
    case 'rates': {
      const weighed = await weighCodeChange(deps, codeChange(intent, fields, id))
      return 'wrong' in weighed ? weighed : { values: {}, facts: codeFacts(weighed.code, weighed.rates) }
    }
    case 'pay': {
      const weighed = await weighPayReseller(deps, { id, seen: null, reason })
      if (isProblem(weighed) || isRefusal(weighed)) return weighed
      const { name, count, usd, amount, asset, price, wallet, hasKey } = weighed
      return {
        values: { usd },
        hasKey,
        facts: [
          { is: 'name', value: name },
          { is: 'count', value: String(count) },
          ...walletFacts({ asset, wallet }),
          { is: 'price', value: price.usd, asset, source: price.source, at: price.at },
          { is: 'amount', value: amount, asset },
        ],
        more: [
          ['seenUsd', usd],
          ['seenAsset', asset],
          ['seenAddress', wallet.address],
          ['seenMemo', wallet.memo ?? ''],
        ],
      }
    }
    case 'by-hand': {
      const weighed = await weighPaidByHand(deps, byHand(fields, id))
      if (isProblem(weighed) || isRefusal(weighed)) return weighed
      const { wallet, hash, amount, asset } = weighed
      return {
        values: {},
        facts: [...walletFacts({ asset, wallet }), hashFact(hash), { is: 'amount', value: amount, asset }],
      }
    }
    case 'take-back': {
      const weighed = await weighReversal(deps, takeBack(fields, id))
      if (isProblem(weighed) || isRefusal(weighed)) return weighed
      const { usd, why, hash } = weighed
      return {
        values: {},
        facts: [{ is: 'usd', value: usd }, { is: 'why', value: why }, ...(hash === null ? [] : [hashFact(hash)])],
      }
    }
    case 'renew':
    case 'revoke':
      return (await weighResellerLink(deps, { id, act: intent, reason })) ?? { values: {}, facts: [] }
  }
}

const hashFact = (value: string): AskedFact => ({ is: 'hash', value })

async function doIt(
  intent: Intent,
  fields: FormFields,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<unknown> {
  const reason = fields.get('reason')
  switch (intent) {
    case 'change':
      return changeReseller(deps, { ...readTypedReseller(fields), id, seen: fields.get('seen'), reason, operatorId })
    case 'add':
      return addCode(deps, { ...readTypedReseller(fields), id, reason, operatorId })
    case 'stop':
    case 'start':
    case 'rates':
      return changeCode(deps, { ...codeChange(intent, fields, id), operatorId })
    case 'pay':
      return payReseller(deps, { id, seen: seenIn(fields), reason, operatorId })
    case 'by-hand':
      return recordPaidByHand(deps, { ...byHand(fields, id), operatorId })
    case 'take-back':
      return reverseEarning(deps, { ...takeBack(fields, id), operatorId })
    case 'renew':
    case 'revoke':
      return changeLink(deps, { id, act: intent, reason, operatorId })
  }
}
