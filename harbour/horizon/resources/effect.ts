import { EFFECT_TYPES } from '#harbour/horizon/engine/effects.ts'
import { partyFields } from '#harbour/horizon/engine/parties.ts'
import type { EffectRecord } from '#harbour/horizon/ledger/history.ts'
import type { Json } from './json.ts'
import { link } from './links.ts'
import { timestamp, type View } from './view.ts'

export function effectToken({ operation, number }: EffectRecord): string {
  return `${operation.id}-${number}`
}

export function effectResource(record: EffectRecord, { base, network }: View): Json {
  const { operation, effect, number } = record
  const token = effectToken(record)
  return {
    _links: {
      operation: link(base, `/operations/${operation.id}`),
      succeeds: link(base, `/effects?order=desc&cursor=${token}`),
      precedes: link(base, `/effects?order=asc&cursor=${token}`),
    },
    id: `${operation.id.toString().padStart(19, '0')}-${number.toString().padStart(10, '0')}`,
    paging_token: token,
    ...partyFields('account', effect.account),
    type: effect.type,
    type_i: EFFECT_TYPES[effect.type],
    created_at: timestamp(network.closedAt(operation.transaction.ledger)),
    ...effect.details,
  }
}
