import { Amount, Usd } from '#app/ui/amount.tsx'
import { RichText } from '#app/ui/rich-text.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { FreightWords } from './words.ts'

/** 3% and 0.75% of it are what the two ways cost (spec §9). */
const EXAMPLE = { escrow: '38400', bankUsd: '1152', quaysideUsd: '288' } as const

/** A shipment worked out as an example. It says so: nobody took part in it. */
export function CaseStudy({ words }: { words: FreightWords['case'] }) {
  return (
    <section className="sec">
      <div className="wrap">
        <figure className="case">
          <div>
            <h2 className="case__label">
              <Tag>{words.label}</Tag>
            </h2>
            <p className="case__story">{words.story}</p>
            <figcaption>{words.note}</figcaption>
          </div>
          <dl className="facts facts--case">
            <div>
              <dt>{words.cargo}</dt>
              <dd>{words.cargoValue}</dd>
            </div>
            <div>
              <dt>{words.route}</dt>
              <dd>{words.routeValue}</dd>
            </div>
            <div>
              <dt>{words.escrow}</dt>
              <dd>
                <Amount value={EXAMPLE.escrow} asset="USDC" />
              </dd>
            </div>
            <div>
              <dt>{words.bank}</dt>
              <dd>
                <RichText text={words.bankValue} components={{ usd: <Usd value={EXAMPLE.bankUsd} /> }} />
              </dd>
            </div>
            <div>
              <dt>{words.quayside}</dt>
              <dd>
                <RichText text={words.quaysideValue} components={{ usd: <Usd value={EXAMPLE.quaysideUsd} /> }} />
              </dd>
            </div>
          </dl>
        </figure>
      </div>
    </section>
  )
}
