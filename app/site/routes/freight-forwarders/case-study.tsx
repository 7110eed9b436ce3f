import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Amount, Usd } from '#app/kernel/ui/text/amount.tsx'
import type { FreightWords } from './words.ts'

/** 3% and 0.75% of it (spec §9), in US dollars. */
const EXAMPLE = { escrow: '38400', bankUsd: '1152', quaysideUsd: '288' } as const

/** An example shipment, which says that it is one. */
export function CaseStudy({ words }: { words: FreightWords['case'] }) {
  return (
    <figure className="case">
      <Facts
        items={[
          { label: words.cargo, value: words.cargoValue },
          { label: words.route, value: words.routeValue },
          { label: words.escrow, value: <Amount value={EXAMPLE.escrow} asset="USDC" /> },
          { label: words.bank, value: <Usd value={EXAMPLE.bankUsd} /> },
          { label: words.quayside, value: <Usd value={EXAMPLE.quaysideUsd} /> },
        ]}
      />
      <figcaption>{words.note}</figcaption>
    </figure>
  )
}
