import type { AdminPayouts, PastStop, StopView } from '#app/admin/queries/payouts.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { type AdminT, useAdmin } from '#app/admin/routes/panel/words.tsx'
import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { ReasonForm } from './reason-form.tsx'

type FormState = { returned: Returned | null }
type LedgersProps = FormState & { ledgers: AdminPayouts['ledgers'] }

export function Ledgers({ ledgers, ...state }: LedgersProps) {
  return (
    <>
      {ledgers.map((ledger) => (
        <Ledger key={ledger.network} ledger={ledger} {...state} />
      ))}
      <BothLedgers ledgers={ledgers} {...state} />
    </>
  )
}

function Ledger({ ledger, ...state }: FormState & { ledger: AdminPayouts['ledgers'][number] }) {
  const t = useAdmin()
  const { network, name, stops } = ledger
  const runs = stops.length === 0
  return (
    <Sheet
      id={network}
      title={name}
      aside={<Tag tone={runs ? 'good' : 'danger'}>{t(runs ? 'payouts.runs' : 'payouts.isStopped')}</Tag>}
    >
      {stops.map((stop) => (
        <Stop key={stop.id} stop={stop} {...state} />
      ))}
      {!stops.some(({ cause }) => cause === 'switch') && (
        <ReasonForm
          about={{ form: `stop-${network}`, intent: 'stop', networks: [network], stopIds: [] }}
          summary={t('payouts.stopOne', { network: name })}
          label={t('payouts.reason')}
          {...state}
        />
      )}
    </Sheet>
  )
}

function Stop({ stop, ...state }: FormState & { stop: StopView }) {
  const t = useAdmin()
  return (
    <div className="matter__payment">
      <p>
        <b>{t(`payouts.cause.${stop.cause}`)}</b> <Since stop={stop} t={t} />
      </p>
      <p className="said">{stop.reason}</p>
      {stop.mayEnd ? (
        <ReasonForm
          about={{ form: `go-${stop.id}`, intent: 'go', networks: [stop.network], stopIds: [stop.id] }}
          summary={t('payouts.go')}
          label={t(stop.cause === 'books' ? 'payouts.reasonBooks' : 'payouts.reason')}
          {...state}
        />
      ) : (
        <p className="small muted">{t('payouts.unexplained')}</p>
      )}
    </div>
  )
}

function Since({ stop, t }: { stop: Pick<StopView, 'since' | 'by'>; t: AdminT }) {
  return (
    <MomentSentence
      at={stop.since}
      text={(time) =>
        stop.by === null ? t('overview.trouble.since', { time }) : t('payouts.sinceBy', { time, name: stop.by })
      }
    />
  )
}

/** Stops both ledgers, or ends the switches of both at once. */
function BothLedgers({ ledgers, ...state }: LedgersProps) {
  const t = useAdmin()
  const switches = ledgers.flatMap(({ stops }) => stops.filter(({ cause }) => cause === 'switch'))
  const networks: Network[] = ledgers.map(({ network }) => network)
  const isStopped = switches.length === networks.length
  return (
    <Sheet id="both" title={t('payouts.both')}>
      {isStopped ? (
        <ReasonForm
          about={{ form: 'go-both', intent: 'go', networks, stopIds: switches.map(({ id }) => id) }}
          summary={t('payouts.goBoth')}
          label={t('payouts.reason')}
          {...state}
        />
      ) : (
        <ReasonForm
          about={{ form: 'stop-both', intent: 'stop', networks, stopIds: [] }}
          summary={t('payouts.stopBoth')}
          label={t('payouts.reason')}
          {...state}
        />
      )}
    </Sheet>
  )
}

export function PastStops({ past }: { past: PastStop[] }) {
  const t = useAdmin()
  return (
    <Sheet title={t('payouts.past')}>
      {past.length === 0 ? (
        <p className="small muted">{t('person.notesNone')}</p>
      ) : (
        <ul className="asked">
          {past.map((stop) => (
            <Past key={stop.id} stop={stop} name={NETWORK_FACTS[stop.network].name} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Past({ stop, name }: { stop: PastStop; name: string }) {
  const t = useAdmin()
  return (
    <li>
      <p>
        <b>{name}</b>
        <Gap />
        {t(`payouts.cause.${stop.cause}`)} <Since stop={stop} t={t} />
      </p>
      <p className="said">{stop.reason}</p>
      <p className="small muted">
        <Ended stop={stop} />
      </p>
      <p className="said">{stop.ended.reason}</p>
    </li>
  )
}

function Ended({ stop: { ended } }: { stop: PastStop }) {
  const t = useAdmin()
  const { at, by } = ended
  return (
    <MomentSentence
      at={at}
      text={(time) => (by === null ? t('payouts.ended', { time }) : t('payouts.endedBy', { time, name: by }))}
    />
  )
}
