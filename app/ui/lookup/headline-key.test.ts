import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/domain/escrow/escrow.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }
import { heldTextKey, heldTitleKey } from './headline-key.ts'

const says = (key: string) =>
  key.split('.').reduce<unknown>((words, part) => (words as Record<string, unknown>)[part], common) as string
const own = common.escrow.next as unknown as Record<string, Record<'buyer' | 'seller', { title: string; text: string }>>

/** Stages that an escrow without payouts never comes to. */
const OF_PAYOUTS = ['release_blocked', 'refund_blocked']

describe('an escrow that the ledger holds', () => {
  it.each(STAGES.filter((stage) => stage !== 'awaiting_funds' && !OF_PAYOUTS.includes(stage)))(
    'says nothing that is true only of money with us: %s',
    (stage) => {
      for (const reader of ['buyer', 'seller'] as const) {
        const of = { isHeld: true, stage, currency: 'XRP' } as const
        const [title, text] = [heldTitleKey(of, reader), heldTextKey(of)]
        const said = [title ? says(title) : own[stage]?.[reader].title, text ? says(text) : own[stage]?.[reader].text]
        expect(said.join('\n')).not.toMatch(
          /(?:<\/b>|money) (?:waits|stays|is) here|owed back|Say where|state a wallet/i,
        )
      }
    },
  )

  it('and where Quayside holds it, everything is as it was', () => {
    for (const stage of STAGES) {
      expect(heldTextKey({ isHeld: false, stage, currency: 'XLM' })).toBeNull()
      expect(heldTitleKey({ isHeld: false, stage }, 'buyer')).toBeNull()
    }
  })
})
